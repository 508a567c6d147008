import type { Environment } from './authority-environment.ts';

/** What each queue carries. A queue entry is only a nudge: what to do stands in the row it names. */
export interface QueuePayloads {
  'job-advance': { jobId: string };
  'job-wake': { ref: string };
  'registration-prove': { registrationId: string; round: number };
  'registration-look': { registrationId: string };
  'points-of-sale-read': { registrationId: string; attempts: number };
  'delegation-check': { entryId: string; checks: number };
  mail: { mailId: string };
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

export const slots: Record<QueueName, Slots> = {
  'job-advance': { set: 64, atOnce: 3, waiting: 8, ofLane: 128 },
  'job-wake': { set: 64, atOnce: 3, waiting: 8, ofLane: 128 },
  'registration-prove': { set: 8, atOnce: 2, waiting: 8, ofLane: 16 },
  'registration-look': { set: 4, atOnce: 2, waiting: 8, ofLane: 8 },
  'points-of-sale-read': { set: 4, atOnce: 2, waiting: 8, ofLane: 8 },
  'delegation-check': { set: 8, atOnce: 2, waiting: 8, ofLane: 16 },
  mail: { set: 1, atOnce: 3, waiting: 8, ofLane: 2 },
  'batch-advance': { set: 2, atOnce: 2, waiting: 4, ofLane: 2 },
  'webhook-deliver': { set: 64, atOnce: 3, waiting: 16, ofLane: 18 },
  'invoice-series': { set: 16, atOnce: 3, waiting: 16, ofLane: 64 },
};
