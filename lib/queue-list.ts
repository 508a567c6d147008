import type { Environment } from './authority-environment.ts';
import type { Locale } from './i18n.ts';
import type { AccountNotice, CameFrom } from './mail/account-notice.ts';

/** What each queue carries. A queue entry is only a nudge: what to do stands in the row it names. */
export interface QueuePayloads {
  'job-advance': { jobId: string };
  'job-wake': { ref: string };
  'registration-prove': { registrationId: string; round: number };
  'registration-look': { registrationId: string };
  'points-of-sale-read': { registrationId: string; attempts: number };
  'delegation-check': { entryId: string; checks: number };
  'delegate-mail': { certificateId: string; risk: 'expiring' | 'other-alias' };
  'completed-mail': { registrationId: string };
  'expiry-mail': { certificateId: string };
  'unproved-mail': { registrationId: string };
  'link-mail': { linkMailId: string };
  /** ISO instants: what failed between them. */
  'digest-mail': { workspaceId: string; userId: string; since: string; until: string };
  /** An ISO instant: when it became so. */
  'account-mail': { userId: string; notice: AccountNotice; at: string; from?: CameFrom };
  'password-reset-mail': { email: string; locale: Locale; at: string };
  'key-mail': { keyId: string; userId: string };
  'batch-advance': { batchId: string };
  'webhook-deliver': { deliveryId: string };
  'invoice-series': {
    environment: Environment;
    cuit: string;
    pointOfSale: number;
    documentType: number;
  };
}
export type QueueName = keyof QueuePayloads;

/**
 * How a process handles a queue, in each environment: a worker takes a `set` of entries at a time and works them side
 * by side. `atOnce` workers have something to do here. One that takes longer than a second waits for somebody outside,
 * and makes room for another: `waiting` there may be of those. `ofLane`: how many entries one lane may have among all
 * of these, so that the last of `atOnce` is there for the others.
 */
export interface Slots {
  set: number;
  atOnce: number;
  waiting: number;
  ofLane: number;
}

const oneByOne: Slots = { set: 1, atOnce: 1, waiting: 4, ofLane: 1 };

export const slots: Record<QueueName, Slots> = {
  'job-advance': { set: 64, atOnce: 3, waiting: 8, ofLane: 128 },
  'job-wake': { set: 64, atOnce: 3, waiting: 8, ofLane: 128 },
  'registration-prove': { set: 8, atOnce: 2, waiting: 8, ofLane: 16 },
  'registration-look': { set: 4, atOnce: 2, waiting: 8, ofLane: 8 },
  'points-of-sale-read': { set: 4, atOnce: 2, waiting: 8, ofLane: 8 },
  'delegation-check': { set: 8, atOnce: 2, waiting: 8, ofLane: 16 },
  'delegate-mail': oneByOne,
  'completed-mail': oneByOne,
  'expiry-mail': oneByOne,
  'unproved-mail': oneByOne,
  'link-mail': oneByOne,
  'digest-mail': oneByOne,
  'account-mail': oneByOne,
  'password-reset-mail': oneByOne,
  'key-mail': oneByOne,
  'batch-advance': { set: 2, atOnce: 2, waiting: 4, ofLane: 2 },
  'webhook-deliver': { set: 64, atOnce: 3, waiting: 16, ofLane: 18 },
  'invoice-series': { set: 16, atOnce: 3, waiting: 16, ofLane: 64 },
};
