import type { WebhookAnswer } from './post-webhook.ts';

type Failure = Extract<WebhookAnswer, { kind: 'failed' }>['failure'];

/** What became of an attempt, or why there is none any more: the keys of `receiver` in messages/faults.*.json. */
export type ReceiverAnswer =
  | { answer: 'answered'; status: number }
  /** `said` are the receiver's own words. */
  | { answer: 'said'; status: number; said: string }
  | { answer: Failure | 'job-cancelled' | 'endpoint-disabled' | 'endpoint-removed' };
