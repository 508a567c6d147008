import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { clockSkewMs } from '#lib/age.ts';
import { type Workspace, workspaceOf } from '#lib/context.ts';
import { batchLoader, oneSetAtATime } from '#lib/database/batching.ts';
import { type Database, database } from '#lib/database/client.ts';
import { isFree } from '#lib/database/leases.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { webhookAttempts, webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { env } from '#lib/env.ts';
import { webhookResults } from '#lib/metrics.ts';
import { enqueue } from '#lib/queue.ts';
import { continueTrace, currentTrace, traced } from '#lib/tracing/tracing.ts';
import { unseal } from '#lib/vault.ts';
import { laneOfReceiver, placeOfHeaders, placeOfSecret } from './outbox.ts';
import { postWebhook, type WebhookAnswer } from './post-webhook.ts';
import { type AttemptResult, recordAttempts, resultOf } from './record-attempts.ts';
import { signingSecrets } from './secrets.ts';
import { signatureOf, timestampOf } from './signature.ts';

type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** A leased delivery, with everything needed to send it. */
export interface Task {
  delivery: DeliveryRow;
  workspace: Workspace;
  /** Secrets of the endpoint or the workspace; empty if the message has its own. */
  secrets: string[];
}

export interface Attempt extends Task {
  result: AttemptResult;
  answer: WebhookAnswer;
  /** False if the request carried secret headers: the response may echo them, so it is neither stored nor quoted. */
  mayQuote: boolean;
  /** Headers as sent, with secret values replaced. */
  requestHeaders: Record<string, string>;
  begunAt: Date;
  endedAt: Date;
}

const attemptTimeoutMs = () => env().WEBHOOK_TIMEOUT_SECONDS * 1_000;

/** Signs and sends a delivery. @throws when the headers of a step's configuration cannot be unsealed. */
async function makeAttempt(task: Task, now: () => Date): Promise<Attempt> {
  const { id, event, attempts, traceparent } = task.delivery;
  const about = { 'alta.delivery': id, 'alta.event': event ?? 'step', 'alta.attempt': attempts + 1 };
  return traced(
    'webhook',
    about,
    async (span) => {
      const attempt = await send(task, now);
      span.set({ 'alta.webhook.result': attempt.result.kind });
      return attempt;
    },
    continueTrace(traceparent),
  );
}

async function send(task: Task, now: () => Date): Promise<Attempt> {
  const { delivery } = task;
  const begunAt = now();
  const headers = headersOf(task, begunAt);
  const { url, body } = delivery;
  const answer = await postWebhook({ url, headers, body, timeoutMs: attemptTimeoutMs() });
  const endedAt = now();
  const secret = secretNames(headers);
  const mayQuote = secret.length === 0;
  const result = resultOf(answer, delivery, endedAt, mayQuote);
  webhookResults().inc({ result: result.kind });
  const requestHeaders = { ...headers, ...Object.fromEntries(secret.map((name) => [name, '[secret]'])) };
  return { ...task, result, answer, mayQuote, requestHeaders, begunAt, endedAt };
}

/** Returns the headers to send. The signature covers exactly the bytes of the body. */
function headersOf({ delivery, workspace, secrets }: Task, now: Date): Record<string, string> {
  const { id, body, headersSealed, secretSealed } = delivery;
  const stepHeaders = headersSealed
    ? (JSON.parse(unseal(headersSealed, placeOfHeaders(workspace, id)).toString()) as Record<string, string>)
    : {};
  const ownSecret = secretSealed
    ? [unseal(secretSealed, placeOfSecret(workspace, id)).toString()]
    : undefined;
  const trace = currentTrace();
  return {
    ...stepHeaders,
    'content-type': 'application/json',
    'user-agent': 'Alta-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestampOf(now),
    'webhook-signature': signatureOf(ownSecret ?? secrets, id, now, body),
    ...(trace ? { traceparent: trace } : {}),
  };
}

/** Headers set by Alta, which are safe to show. Others come from the step's configuration and may be secret. */
const headersToShow = new Set([
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'traceparent',
]);

const secretNames = (headers: Record<string, string>) =>
  Object.keys(headers).filter((name) => !headersToShow.has(name));

/** Milliseconds by which a lease outlasts the attempt timeout. */
const leaseMarginMs = 10_000;
/** An attempt that starts later than this after taking its lease could outlast it. */
const maxQueueMs = leaseMarginMs / 2;

/** The last attempt is dated in the future: the clock was set back since, and the next attempt has its date too. */
const wasAttemptedAhead = (now: Date) =>
  sql`exists (select from ${webhookAttempts} where ${webhookAttempts.deliveryId} = ${webhookDeliveries.id}
    and ${webhookAttempts.index} = ${webhookDeliveries.attempts} - 1
    and ${webhookAttempts.at} > ${new Date(now.getTime() + clockSkewMs).toISOString()})`;

/** Leases the given deliveries that are due and not leased, and loads everything needed to send them. */
export async function takeLeases(ids: string[], now: Date): Promise<Task[]> {
  const { id, status, nextAttemptAt } = webhookDeliveries;
  const due = database()
    .select({ id })
    .from(webhookDeliveries)
    .where(
      and(
        inArray(id, ids),
        eq(status, 'pending'),
        isFree(webhookDeliveries, now),
        or(isNull(nextAttemptAt), sql`${nextAttemptAt} <= ${now.toISOString()}`, wasAttemptedAhead(now)),
      ),
    )
    .orderBy(asc(id))
    // A locked row is being leased or recorded by another process.
    .for('no key update', { skipLocked: true });
  const leaseUntil = new Date(now.getTime() + attemptTimeoutMs() + leaseMarginMs);
  const rows = await database()
    .update(webhookDeliveries)
    .set({ leaseUntil })
    .where(inArray(id, due))
    .returning();
  return rows.length > 0 ? tasksOf(rows, now) : [];
}

async function tasksOf(deliveries: Task['delivery'][], now: Date): Promise<Task[]> {
  const ids = [...new Set(deliveries.map(({ workspaceId }) => workspaceId))];
  const rows = await database().select().from(workspaces).where(inArray(workspaces.id, ids));
  const byId = new Map(rows.map((row) => [row.id, workspaceOf(row)]));
  const signed = deliveries.map((delivery) => {
    const workspace = byId.get(delivery.workspaceId);
    if (!workspace) throw new Error(`Workspace ${delivery.workspaceId} is gone.`);
    return { delivery, workspace, endpointId: delivery.endpointId ?? undefined };
  });
  const withoutOwn = signed.filter(({ delivery }) => delivery.secretSealed === null);
  const secrets = await signingSecrets(withoutOwn, now);
  const byDelivery = new Map(withoutOwn.map(({ delivery }, index) => [delivery.id, secrets[index]]));
  return signed.map(({ delivery, workspace }) => ({
    delivery,
    workspace,
    secrets: byDelivery.get(delivery.id) ?? [],
  }));
}

/** Releases the leases of deliveries that were not attempted, and queues them again. */
async function releaseLeases(tasks: readonly Task[]): Promise<undefined[]> {
  const { id, status, leaseUntil } = webhookDeliveries;
  const ours = tasks.map(({ delivery }) =>
    and(eq(id, delivery.id), delivery.leaseUntil ? eq(leaseUntil, delivery.leaseUntil) : undefined),
  );
  await database().transaction(async (tx) => {
    const rows = await tx
      .update(webhookDeliveries)
      .set({ leaseUntil: null })
      .where(and(eq(status, 'pending'), or(...ours)))
      .returning({ id });
    const released = new Set(rows.map((row) => row.id));
    const releasedTasks = tasks.filter((task) => released.has(task.delivery.id));
    await Promise.all(
      releasedTasks.map(({ delivery: { id: deliveryId, url }, workspace }) =>
        enqueue(tx, laneOfReceiver(workspace, url), 'webhook-deliver', { deliveryId }),
      ),
    );
  });
  return tasks.map(() => undefined);
}

/**
 * Requeues deliveries that could not be leased: another process has leased them, or they are not due by our
 * clock, which may be behind the queue's.
 */
async function requeueLater(ids: string[], now: Date): Promise<void> {
  const { id, url, status, leaseUntil, nextAttemptAt } = webhookDeliveries;
  const rows = await database()
    .select({ id, url, leaseUntil, nextAttemptAt, workspace: workspaces })
    .from(webhookDeliveries)
    .innerJoin(workspaces, eq(workspaces.id, webhookDeliveries.workspaceId))
    .where(and(inArray(id, ids), eq(status, 'pending')));
  if (rows.length === 0) return;
  await database().transaction(async (tx) => {
    const requeued = rows.map((row) => {
      const at = Math.max(row.leaseUntil?.getTime() ?? 0, row.nextAttemptAt?.getTime() ?? 0, now.getTime());
      const lane = laneOfReceiver(row.workspace, row.url);
      return enqueue(tx, lane, 'webhook-deliver', { deliveryId: row.id }, new Date(at + 1_000));
    });
    await Promise.all(requeued);
  });
}

/** Concurrent attempts per workspace and receiver. */
const maxConcurrentAttempts = 16;

/** Rows per transaction. */
const maxRowsPerTransaction = 64;

/** Attempts a delivery. Concurrent calls are batched. */
export const deliverWebhook = (id: string): Promise<void> => deliverTogether(database(), id);

const deliverTogether = batchLoader(async (_: Database, ids: readonly string[]) => {
  await deliverWebhooks([...ids]);
  return ids.map(() => undefined);
});

/**
 * Attempts the given deliveries that are due. May be called at any time by several processes at once: the
 * lease holder makes the attempt. If a process dies before it has recorded the receiver's response, the
 * delivery is attempted again with the same `webhook-id`. Each response is recorded while other attempts are
 * still running.
 * @throws the first error, or an AggregateError, after everything else has been done
 */
export async function deliverWebhooks(ids: string[], now: () => Date = () => new Date()): Promise<void> {
  const startedAt = performance.now();
  const begunAt = now();
  const tasks = await takeLeases(ids, begunAt);
  const others = new Set(ids).difference(new Set(tasks.map(({ delivery }) => delivery.id)));
  if (others.size > 0) await requeueLater([...others], begunAt);

  const record = oneSetAtATime(maxRowsPerTransaction, recordAttempts);
  const release = oneSetAtATime(maxRowsPerTransaction, releaseLeases);
  const failures: unknown[] = [];
  const written: Promise<unknown>[] = [];
  const track = (writing: Promise<void>) => {
    written.push(writing.catch((error: unknown) => failures.push(error)));
  };
  await deliverByReceiver(tasks, async (task) => {
    if (performance.now() - startedAt > maxQueueMs) return track(release(task));
    await makeAttempt(task, now).then(
      (attempt) => track(record(attempt)),
      (error: unknown) => failures.push(error),
    );
  });
  await Promise.all(written);
  if (failures.length > 1) throw new AggregateError(failures, 'Some deliveries failed.');
  if (failures.length > 0) throw failures[0];
}

/** Works each workspace's deliveries to one receiver in a separate line, so that a slow receiver delays no other. */
async function deliverByReceiver(tasks: Task[], work: (task: Task) => Promise<void>): Promise<void> {
  const lines = Map.groupBy(tasks, ({ delivery, workspace }) => {
    return `${workspace.id} ${new URL(delivery.url).host}`;
  });
  const servers = [...lines.values()].flatMap((line) => {
    const next = line.values();
    return Array.from({ length: Math.min(maxConcurrentAttempts, line.length) }, async () => {
      for (const task of next) await work(task);
    });
  });
  await Promise.all(servers);
}
