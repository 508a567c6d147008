import { z } from 'zod';
import { batchOperations } from '#lib/database/tables/batches.ts';
import { FaultSchema } from '#lib/faults.ts';
import { type LifecycleEvent, lifecycleEvents } from './events.ts';

/**
 * The bodies of webhooks. From here are made: the types of the bodies sent, the samples, the `webhooks` of the OpenAPI
 * contract, and from those the types of the clients. Field names are those of the wire. Webhooks have no versions:
 * a stored body is sent unchanged, even days later.
 */

const Message = z.object({
  id: z
    .uuid()
    .describe('Equals the header `webhook-id`. The same in all attempts: recognizes a repeated message.'),
  created_at: z.iso.datetime(),
  owner_id: z.uuid().describe('Id of the workspace.'),
  args: z.record(z.string(), z.string()).describe('The arguments of the job; otherwise empty.'),
  faults: z.array(FaultSchema),
  remarks: z.array(FaultSchema).exactOptional().describe("The authority's remarks on an authorized invoice."),
  test: z.literal(true).exactOptional().describe('A sample: check its signature and do nothing else.'),
});

const OfEntry = Message.extend({
  silo_entry_id: z.uuid().describe('The entry that the message is about.'),
  siloEntryId: z.uuid().describe('The same id, in its older spelling.'),
});
const OfJob = OfEntry.extend({
  transform_job_id: z.uuid(),
  key: z.string().exactOptional().describe('Your own key of the job.'),
});

const OfRegistration = z.object({
  registration_id: z.uuid(),
  intent: z
    .enum(['register', 'renew'])
    .describe('`renew`: the supplier is registered, and only gets a new certificate before theirs ends.'),
});
const OfDelegation = OfRegistration.extend({
  delegate_cuit: z.string().describe('CUIT of the delegate whose certificate acts for the supplier.'),
});
const OfLink = z.object({
  registration_id: z.uuid(),
  link_id: z.uuid(),
  scope: z
    .enum(['full', 'arca-steps-only'])
    .describe("Whose link it is: the supplier's (`full`), or a helper's (`arca-steps-only`)."),
});
const OfInvoice = z.object({
  series: z.string().describe('The point of sale, without leading zeros.'),
  code: z.string().describe('The number of the invoice.'),
});
const OfInvoiceMail = OfInvoice.extend({ mail_id: z.uuid() });
const reasonOfServer = z.string().describe('The answer of the mail server.');

interface EventDescription {
  /** When it is sent. */
  summary: string;
  /** `Message` for an event that is about no entry. */
  body: z.ZodObject;
  /** Absent if the event has no data of its own. */
  data?: z.ZodObject;
  /** Sample of `data`. */
  sample?: object;
}

const event = <Data extends z.ZodObject>(summary: string, data: Data, sample: z.input<Data>) => ({
  summary,
  body: OfEntry,
  data,
  sample,
});

const sampleId = '00000000-0000-4000-8000-000000000000';
const registration = { registration_id: sampleId, intent: 'register' } as const;
const delegation = { ...registration, delegate_cuit: '30712345671' };
const link = { registration_id: sampleId, link_id: sampleId, scope: 'full' } as const;
const helpersLink = { ...link, scope: 'arca-steps-only' } as const;
const invoice = { series: '1', code: '1' };
const invoiceMail = { ...invoice, mail_id: sampleId };

/** Every event with its `data`. */
export const events = {
  'entry.erased': { summary: "A supplier's data was erased for good: erase your copy.", body: OfEntry },
  'registration.created': event(
    'A registration and its link were created; the supplier has not opened it yet.',
    OfRegistration,
    registration,
  ),
  'registration.certificate_received': event(
    'A certificate passed the local checks.',
    OfRegistration.extend({ fingerprint: z.string().describe('SHA-256 of the certificate.') }),
    { ...registration, fingerprint: '2f'.repeat(32) },
  ),
  'registration.certificate_rejected': event(
    'An uploaded certificate, or its login at the authority, was refused.',
    OfRegistration.extend({
      reason: z
        .string()
        .describe('A code of the errors page, such as `wrong-environment` or `not-authorised`.'),
    }),
    { ...registration, reason: 'wrong-environment' },
  ),
  'registration.completed': event(
    'The certificate was proved and is active, or the delegation was granted.',
    OfRegistration.extend({ certificate_id: z.uuid().optional().describe('Absent after a delegation.') }),
    { ...registration, certificate_id: sampleId },
  ),
  'registration.delegation_claimed': event(
    'The supplier says that they have delegated: accept it at the authority.',
    OfDelegation,
    delegation,
  ),
  'registration.delegation_granted': event(
    'The authority lets the delegate act for the supplier.',
    OfDelegation,
    delegation,
  ),
  'registration.delegation_lost': event(
    "The authority no longer lets the delegate act: the supplier's invoices wait until it does again.",
    OfDelegation,
    delegation,
  ),
  'registration.expired': event(
    'The link expired before the registration was completed.',
    OfRegistration,
    registration,
  ),
  'registration.link_requested': event(
    'The holder of an expired link asks for a new one.',
    OfRegistration,
    registration,
  ),
  'registration.revoked': event('The registration was ended.', OfRegistration, registration),
  'registration.wrong_cuit_reported': event(
    'The supplier says that the CUIT is not theirs.',
    OfRegistration.extend({
      reason: z
        .enum(['other-name', 'unknown'])
        .describe('The authority has the CUIT under a clearly different name, or has nobody with it.'),
    }),
    { ...registration, reason: 'other-name' },
  ),
  'link.sent': event('The mail server accepted a mail with a link.', OfLink, link),
  'link.bounced': event(
    'The mail server refused a mail with a link.',
    OfLink.extend({ reason: reasonOfServer }),
    { ...link, reason: '550 5.1.1 No such user' },
  ),
  'link.opened': event('The holder of a link used it for the first time.', OfLink, link),
  'link.handed_over': event(
    'The supplier handed the steps at the authority over to somebody else, who has a separate link.',
    OfLink,
    helpersLink,
  ),
  'link.taken_back': event(
    "The supplier took the steps back: the helper's link no longer works.",
    OfLink,
    helpersLink,
  ),
  'certificate.expiring': event(
    '60, 30, 14, 7, 1 and 0 days before the end of a certificate.',
    z.object({
      certificate_id: z.uuid(),
      registration_id: z
        .uuid()
        .optional()
        .describe("The open renewal, whose link is in the entry's meta. Absent if it could not be opened."),
      not_after: z.iso.datetime(),
      days_left: z.string(),
    }),
    {
      certificate_id: sampleId,
      registration_id: sampleId,
      not_after: '2030-01-31T00:00:00.000Z',
      days_left: '30',
    },
  ),
  'delegate.at_risk': event(
    'The certificate of a delegate, on which suppliers depend, is about to stop working.',
    z.object({
      certificate_id: z.uuid(),
      delegated_suppliers: z.string().describe('Number of suppliers that depend on it.'),
      reason: z
        .enum(['expiring', 'other-alias'])
        .describe('`other-alias`: its replacement has an alias that nobody has authorized.'),
      not_after: z.iso.datetime().optional(),
      days_left: z.string().optional(),
    }),
    {
      certificate_id: sampleId,
      delegated_suppliers: '3',
      reason: 'expiring',
      not_after: '2030-01-31T00:00:00.000Z',
      days_left: '30',
    },
  ),
  'invoice.authorised': event('An invoice has its CAE.', OfInvoice, invoice),
  'invoice.mailed': event('The mail server accepted a mail with an invoice.', OfInvoiceMail, invoiceMail),
  'invoice.mail_bounced': event(
    'The mail server refused a mail with an invoice.',
    OfInvoiceMail.extend({ reason: reasonOfServer }),
    { ...invoiceMail, reason: '550 5.1.1 No such user' },
  ),
  'invoice.fce_accepted': event(
    'An authorized credit invoice counts as accepted.',
    OfInvoice.extend({
      acceptance: z
        .enum(['express', 'tacit'])
        .optional()
        .describe('`tacit`: the customer did not reject it in time.'),
    }),
    { ...invoice, acceptance: 'express' },
  ),
  'invoice.fce_rejected': event(
    'The customer rejected a credit invoice.',
    OfInvoice.extend({ reason: z.string() }),
    { ...invoice, reason: 'Otros: la mercadería no llegó' },
  ),
  'job.failed': { summary: 'A job ended with `KO`; `faults` has the reasons.', body: OfJob },
  'batch.completed': {
    summary: 'All rows of a batch are done or have failed.',
    body: Message,
    data: z.object({
      batch_id: z.uuid(),
      key: z.string().exactOptional().describe('Your own key of the batch.'),
      operation: z.enum(batchOperations),
      total: z.int().describe('Number of rows.'),
      done: z.int(),
      failed: z.int(),
    }),
    sample: { batch_id: sampleId, key: 'sample', operation: 'create-entry', total: 20, done: 19, failed: 1 },
  },
} as const satisfies Record<LifecycleEvent, EventDescription>;

/** `data` of an event; of several, that of any one of them. */
export type EventData<Event extends LifecycleEvent> = Event extends unknown
  ? (typeof events)[Event] extends { data: infer Data extends z.ZodObject }
    ? z.input<Data>
    : undefined
  : never;

/** `invoice.mail_bounced` -> `InvoiceMailBounced` */
const pascalCase = (name: string) =>
  name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const nameOfMessage = (name: LifecycleEvent) => `${pascalCase(name)}Message`;

const messageOf = (name: LifecycleEvent) => {
  const { body, data, summary }: EventDescription = events[name];
  return body
    .extend({ event: z.literal(name), ...(data ? { data } : {}) })
    .meta({ id: nameOfMessage(name), description: summary });
};

/** Schema of each event's body. */
export const eventMessages = Object.fromEntries(
  lifecycleEvents.map((name) => [name, messageOf(name)]),
) as Record<LifecycleEvent, ReturnType<typeof messageOf>>;

const [first, ...others] = Object.values(eventMessages);
if (!first) throw new Error('There are no events.');
export const WebhookMessage = z.discriminatedUnion('event', [first, ...others]).meta({
  id: 'WebhookMessage',
  description: 'A message to an endpoint, by its `event`. Ignore events that you do not know.',
});

export const StepMessage = OfJob.extend({
  event: z
    .string()
    .exactOptional()
    .describe('The name that the step gives it. A step without one sends none.'),
}).meta({ id: 'StepMessage', description: 'The message of a `webhook` step of a workflow.' });

/** Returns the subject of an event's sample, with ids of nothing that exists. */
export function sampleSubject(name: LifecycleEvent) {
  const { body, sample }: EventDescription = events[name];
  const job = { id: sampleId, key: 'sample', args: {} };
  const faults = [{ code: 'authority-unavailable' as const, params: {} }];
  return {
    ...(body === Message ? {} : { entryId: sampleId }),
    ...(body === OfJob ? { job, faults } : {}),
    ...(sample ? { data: sample } : {}),
  };
}
