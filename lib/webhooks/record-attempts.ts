import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import type { Context } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { log } from '#lib/log.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { seal } from '#lib/vault.ts';
import type { Attempt } from './attempt.ts';
import { endPending, type ListedDelivery, listedColumns, responseSealPlace } from './deliveries.ts';
import { laneOfReceiver } from './outbox.ts';
import type { WebhookAnswer } from './post-webhook.ts';

/**
 * Records attempts and their consequences in one transaction. Skips attempts whose lease another process has
 * taken over. A receiver that is gone (410) also disables its endpoint, which must be locked before its
 * deliveries, so such an attempt has a separate transaction.
 */
export async function recordAttempts(attempts: readonly Attempt[]): Promise<undefined[]> {
  const isGone = ({ result }: Attempt) => result.kind === 'gone';
  const batched = attempts.filter((attempt) => !isGone(attempt));
  const single = attempts.filter(isGone).map((attempt) => [attempt]);
  for (const set of batched.length > 0 ? [batched, ...single] : single) {
    await database().transaction((tx) => record(tx, set));
  }
  return attempts.map(() => undefined);
}

async function record(tx: Transaction, attempts: Attempt[]): Promise<void> {
  await lockEndpoints(tx, attempts);
  const locked = await lockDeliveries(tx, attempts);
  const recorded = attempts.flatMap((attempt) => {
    const current = locked.get(attempt.delivery.id);
    return current ? { ...attempt, current } : [];
  });
  if (recorded.length === 0) return;
  await updateDeliveries(tx, recorded);
  await tx.insert(webhookAttempts).values(recorded.map(rowOf));
  await applyConsequences(
    tx,
    recorded.filter(({ current }) => current.status === 'pending'),
  );
}

async function lockEndpoints(tx: Transaction, attempts: Attempt[]): Promise<void> {
  const gone = attempts.flatMap(({ result, delivery }) =>
    result.kind === 'gone' && delivery.endpointId ? delivery.endpointId : [],
  );
  if (gone.length === 0) return;
  const { id } = webhookEndpoints;
  await tx.select({ id }).from(webhookEndpoints).where(inArray(id, gone)).for('no key update');
}

interface RecordedAttempt extends Attempt {
  /** The delivery's current row; it may have been ended during the attempt. */
  current: ListedDelivery;
}

/**
 * Locks the deliveries in order of id, as everywhere, to avoid a deadlock. Leaves out deliveries that another
 * process has taken over.
 */
async function lockDeliveries(tx: Transaction, attempts: Attempt[]): Promise<Map<string, ListedDelivery>> {
  const leases = new Map(attempts.map(({ delivery }) => [delivery.id, delivery]));
  const rows = await tx
    .select(listedColumns)
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.id, [...leases.keys()]))
    .orderBy(asc(webhookDeliveries.id))
    .for('no key update');
  const isOurs = (row: ListedDelivery) => {
    const leased = leases.get(row.id);
    return row.attempts === leased?.attempts && row.leaseUntil?.getTime() === leased.leaseUntil?.getTime();
  };
  return new Map(rows.filter(isOurs).map((row) => [row.id, row]));
}

async function updateDeliveries(tx: Transaction, recorded: RecordedAttempt[]): Promise<void> {
  const rows = recorded.map(({ current, result, endedAt: now }) => {
    const counted = { attempts: current.attempts + 1, leaseUntil: null };
    // If it was cancelled or given up during the attempt, the status stays; the attempt is still logged.
    const change =
      current.status === 'pending' ? { ...counted, ...deliveryChange(result, current, now) } : counted;
    return { ...current, ...change };
  });
  await tx.execute(sql`
    update webhook_deliveries set
      status = made.status, attempts = made.attempts, lease_until = null, updated_at = now(),
      scheduled_attempts = made."scheduledAttempts", postponements = made.postponements,
      next_attempt_at = made."nextAttemptAt", last_answer = made."lastAnswer", completed_at = made."completedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (
      id uuid, status text, attempts int, "scheduledAttempts" int, postponements int,
      "nextAttemptAt" timestamptz, "lastAnswer" jsonb, "completedAt" timestamptz
    )
    where webhook_deliveries.id = made.id`);
}

const statusAfter = { delivered: 'delivered', again: 'pending', gone: 'dead', dead: 'dead' } as const;

function deliveryChange(result: AttemptResult, locked: ListedDelivery, now: Date): Partial<ListedDelivery> {
  const again = result.kind === 'again' ? result : undefined;
  return {
    status: statusAfter[result.kind],
    scheduledAttempts: locked.scheduledAttempts + (again?.postponed ? 0 : 1),
    postponements: locked.postponements + (again?.postponed ? 1 : 0),
    nextAttemptAt: again?.at ?? null,
    lastAnswer: result.outcome,
    completedAt: again ? null : now,
  };
}

const rowOf = ({ delivery, workspace, requestHeaders, answer, mayQuote, begunAt }: Attempt) => ({
  deliveryId: delivery.id,
  index: delivery.attempts,
  at: begunAt,
  durationMs: answer.durationMs,
  requestHeaders,
  ...(answer.kind === 'answered'
    ? {
        status: answer.status,
        responseSealed: mayQuote
          ? seal(beginningOf(answer.body), responseSealPlace(workspace, delivery.id, delivery.attempts))
          : null,
      }
    : { failure: answer.failure, detail: answer.detail }),
});

/** Queues the retries, wakes the waiting jobs and disables endpoints, in the same transaction. */
async function applyConsequences(tx: Transaction, attempts: Attempt[]): Promise<void> {
  const entries = attempts.flatMap(({ workspace, delivery: { id, url, intentId }, result }) => [
    result.kind === 'again' &&
      enqueue(tx, laneOfReceiver(workspace, url), 'webhook-deliver', { deliveryId: id }, result.at),
    intentId !== null && enqueue(tx, laneOf(workspace), 'job-wake', { ref: id }),
  ]);
  await Promise.all(entries);
  const givenUp = attempts.filter(({ result }) => result.kind === 'gone' || result.kind === 'dead');
  for (const { delivery, result } of givenUp) {
    log().warn({ delivery: delivery.id, outcome: result.outcome }, 'a webhook delivery was given up');
  }
  for (const attempt of attempts) await disableEndpoint(tx, attempt);
  await Promise.all(
    givenUp.map((attempt) => {
      const subject = { kind: 'webhook-delivery', id: attempt.delivery.id } as const;
      return audit(tx, contextOf(attempt), 'webhook.given-up', subject);
    }),
  );
}

/** Disables the endpoint of a receiver that is gone, and gives up its other pending deliveries. */
async function disableEndpoint(tx: Transaction, attempt: Attempt): Promise<void> {
  const { result, delivery, endedAt: now } = attempt;
  const { endpointId: id } = delivery;
  if (result.kind !== 'gone' || !id) return;
  await tx
    .update(webhookEndpoints)
    .set({ disabledAt: now, disabledReason: 'gone' })
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.disabledAt)));
  const end = { status: 'dead', lastAnswer: { answer: 'endpoint-disabled' } } as const;
  await endPending(tx, { endpoint: id }, end, now);
  const subject = { kind: 'webhook-endpoint', id } as const;
  await audit(tx, contextOf(attempt), 'webhook-endpoint.disabled', subject, { reason: 'gone' });
}

const contextOf = ({ workspace, delivery }: Attempt): Context => ({
  workspace,
  actor: { kind: 'engine', id: delivery.id },
});

type Failure = Extract<WebhookAnswer, { kind: 'failed' }>['failure'];

/** Outcome of a delivery, or why it was ended: the keys of `receiver` in messages/faults.*.json. */
export type ReceiverAnswer =
  | { answer: 'answered'; status: number }
  /** `said` is the receiver's own message. */
  | { answer: 'said'; status: number; said: string }
  | { answer: Failure | 'job-cancelled' | 'endpoint-disabled' | 'endpoint-removed' };

/** Interpretation of a response. `outcome` is stored with the delivery and the job. */
export type AttemptResult =
  | { kind: 'delivered'; outcome: ReceiverAnswer }
  /** 410: the receiver wants no more messages, ever. */
  | { kind: 'gone'; outcome: ReceiverAnswer }
  | { kind: 'again'; outcome: ReceiverAnswer; at: Date; postponed: boolean }
  | { kind: 'dead'; outcome: ReceiverAnswer };

/** Optional members of a receiver's response body. */
const AnswerBody = z.object({
  message: z.string().optional().catch(undefined),
  retry_in: z.number().positive().optional().catch(undefined),
});

const maxQuoteLength = 200;

const beginningOf = (text: string) => text.slice(0, maxQuoteLength).toWellFormed();

/**
 * Interprets a response. `tried` counts the earlier attempts. Without `mayQuote`, the outcome contains no
 * text from the receiver.
 */
export function resultOf(
  answer: WebhookAnswer,
  tried: { scheduledAttempts: number; postponements: number },
  now: Date,
  mayQuote = true,
): AttemptResult {
  const body = bodyOf(answer);
  const outcome = outcomeOf(answer, mayQuote ? body.message : undefined);
  if (answer.kind === 'answered') {
    if (answer.status >= 200 && answer.status < 300) return { kind: 'delivered', outcome };
    if (answer.status === 410) return { kind: 'gone', outcome };
    if (body.retry_in !== undefined && tried.postponements < maxPostponements) {
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

/** Returns the receiver's message on one line, without control characters, which a text column may not hold. */
const storable = (message: string) => beginningOf(message).replace(/\p{Cc}+/gu, ' ');

const minutes = 60;
const hours = 3_600;

/** Seconds before each attempt after the first: about 75 hours in total. */
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

/** Attempts that the receiver may postpone (`retry_in`). */
const maxPostponements = 32;
const maxDelayMs = 24 * hours * 1_000;

/**
 * Returns the delay before the next attempt after `failures` failed ones, in ms; undefined at the end of the
 * schedule. A jitter of up to 10% keeps deliveries that failed together from being retried together.
 */
export function nextWaitMs(failures: number, random: () => number = Math.random): number | undefined {
  const seconds = waits[failures - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1_000 * (1 + random() / 10));
}

/** Returns `Retry-After` (seconds or a date) in ms, one day at most; undefined if it is unusable. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (!header) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : new Date(header).getTime() - now.getTime();
  return Number.isNaN(ms) || ms < 0 ? undefined : Math.min(ms, maxDelayMs);
}

/** Returns `retry_in` (seconds) in ms: at least one second, at most one day. */
export const postponementMs = (seconds: number): number =>
  Math.min(Math.max(seconds * 1_000, 1_000), maxDelayMs);
