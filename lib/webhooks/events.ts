/** Events that endpoints can subscribe to. Adding one is compatible; from version 1.0 on, names never change. */
export const lifecycleEvents = [
  'entry.erased',
  'registration.created',
  'registration.certificate_received',
  'registration.certificate_rejected',
  'registration.completed',
  'registration.delegation_claimed',
  'registration.delegation_granted',
  'registration.delegation_lost',
  'registration.expired',
  'registration.link_requested',
  'registration.revoked',
  'registration.wrong_cuit_reported',
  'link.sent',
  'link.bounced',
  'link.opened',
  'link.handed_over',
  'link.taken_back',
  'certificate.expiring',
  'delegate.at_risk',
  'invoice.authorised',
  'invoice.mailed',
  'invoice.mail_bounced',
  'invoice.fce_accepted',
  'invoice.fce_rejected',
  'job.failed',
  'batch.completed',
] as const;
export type LifecycleEvent = (typeof lifecycleEvents)[number];

/** Subscribes to all events, including future ones. */
export const everyEvent = '*';
export const eventNames = [...lifecycleEvents, everyEvent] as const;
export type WebhookEvent = (typeof eventNames)[number];
