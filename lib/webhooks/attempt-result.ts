import { z } from 'zod';
import type { WebhookAnswer } from './post-webhook.ts';

type Failure = Extract<WebhookAnswer, { kind: 'failed' }>['failure'];

/** What became of an attempt, or why there is none any more: the keys of `receiver` in messages/faults.*.json. */
export type ReceiverAnswer =
  | { answer: 'answered'; status: number }
  /** `said` are the receiver's own words. */
  | { answer: 'said'; status: number; said: string }
  | { answer: Failure | 'job-cancelled' | 'endpoint-disabled' | 'endpoint-removed' };

/** What an attempt's answer means. `outcome` is what the delivery and the job keep of it. */
export type AttemptResult =
  | { kind: 'delivered'; outcome: ReceiverAnswer }
  /** 410: the receiver wants no more, ever. */
  | { kind: 'gone'; outcome: ReceiverAnswer }
  | { kind: 'again'; outcome: ReceiverAnswer; at: Date; postponed: boolean }
  | { kind: 'dead'; outcome: ReceiverAnswer };

/** What a receiver may say besides its status. */
const AnswerBody = z.object({
  message: z.string().optional().catch(undefined),
  retry_in: z.number().positive().optional().catch(undefined),
});

const longestMessage = 200;

/** `tried` counts the attempts before this one. `hide` takes out of a receiver's words what only it may know. */
export function resultOf(
  answer: WebhookAnswer,
  tried: { scheduledAttempts: number; postponements: number },
  now: Date,
  hide = (text: string) => text,
): AttemptResult {
  const body = bodyOf(answer);
  const outcome = outcomeOf(answer, body.message && hide(body.message));
  if (answer.kind === 'answered') {
    if (answer.status >= 200 && answer.status < 300) return { kind: 'delivered', outcome };
    if (answer.status === 410) return { kind: 'gone', outcome };
    if (body.retry_in !== undefined && tried.postponements < mostPostponements) {
      return { kind: 'again', outcome, at: later(now, postponementMs(body.retry_in)), postponed: true };
    }
  }
  const wait = nextWaitMs(tried.scheduledAttempts + 1);
  if (wait === undefined) return { kind: 'dead', outcome };
  const asked = answer.kind === 'answered' ? retryAfterMs(answer.retryAfter, now) : undefined;
  return { kind: 'again', outcome, at: later(now, Math.max(wait, asked ?? 0)), postponed: false };
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

function bodyOf(answer: WebhookAnswer): z.infer<typeof AnswerBody> {
  if (answer.kind !== 'answered' || !answer.body.trimStart().startsWith('{')) return {};
  try {
    return AnswerBody.parse(JSON.parse(answer.body));
  } catch {
    return {};
  }
}

function outcomeOf(answer: WebhookAnswer, message: string | undefined): ReceiverAnswer {
  if (answer.kind === 'failed') return { answer: answer.failure };
  const { status } = answer;
  return message ? { answer: 'said', status, said: storable(message) } : { answer: 'answered', status };
}

/** A receiver's words on one line: JSON spells characters that no text column takes. */
const storable = (message: string) =>
  message
    .slice(0, longestMessage)
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed();

const minutes = 60;
const hours = 3_600;

/** Seconds before each attempt after the first: about 75 hours in all. */
const waits = [
  5,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
];

/** Attempts that the receiver itself may put off (`retry_in`). */
const mostPostponements = 32;
const longestMs = 24 * hours * 1_000;

/**
 * When to try again after `failures` failed attempts, in ms from now; undefined when the schedule has ended.
 * The jitter, up to a tenth, keeps what failed together from coming back together.
 */
export function nextWaitMs(failures: number, random: () => number = Math.random): number | undefined {
  const seconds = waits[failures - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1_000 * (1 + random() / 10));
}

/** `Retry-After` in ms, from seconds or a date; a day at the most. Undefined when it says nothing usable. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (!header) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : new Date(header).getTime() - now.getTime();
  return Number.isNaN(ms) || ms < 0 ? undefined : Math.min(ms, longestMs);
}

/** The seconds of `retry_in` in ms: a second at the least, a day at the most. */
export const postponementMs = (seconds: number): number =>
  Math.min(Math.max(seconds * 1_000, 1_000), longestMs);
