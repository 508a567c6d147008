import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, fetchWorkspace, type Workspace } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { webhookResults } from '#lib/metrics.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { unseal } from '#lib/vault.ts';
import { type AttemptResult, resultOf } from './attempt-result.ts';
import { endPending } from './deliveries.ts';
import { laneOfReceiver, placeOfHeaders } from './outbox.ts';
import { postWebhook, type WebhookAnswer } from './post-webhook.ts';
import { redacted, secretsIn, withoutSecrets } from './redaction.ts';
import { signingSecrets } from './secrets.ts';
import { signatureOf, timestampOf } from './signature.ts';

type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** Longer than an attempt may take: who dies with the lease delays the delivery by no more than this. */
const leaseMarginMs = 10_000;

/**
 * Makes the attempt that is due, if one is. May be called at any time, by several processes at once: who has
 * the lease makes it. A process that dies between the receiver's answer and the record of it makes it again,
 * under the same `webhook-id`.
 */
export async function deliverWebhook(id: string, now: () => Date = () => new Date()): Promise<void> {
  const begunAt = now();
  const delivery = await takeLease(id, begunAt);
  if (!delivery) return comeBack(id, begunAt);
  const workspace = await fetchWorkspace(delivery.workspaceId);
  const headers = await headersOf(delivery, workspace, begunAt);
  const answer = await postWebhook({
    url: delivery.url,
    headers,
    body: delivery.body,
    timeoutMs: timeoutMs(),
  });
  const endedAt = now();
  const hide = hiderOf(headers);
  const result = resultOf(answer, delivery, endedAt, hide);
  webhookResults().inc({ result: result.kind });
  await database().transaction(async (tx) => {
    const ctx: Context = { workspace, actor: { kind: 'engine', id: delivery.id } };
    const isOurs = await settle(tx, ctx, delivery, result, endedAt);
    if (isOurs) await keepAttempt(tx, delivery, headers, answer, begunAt, hide);
  });
}

const timeoutMs = () => env().WEBHOOK_TIMEOUT_SECONDS * 1_000;

async function takeLease(id: string, now: Date): Promise<DeliveryRow | undefined> {
  const [row] = await database()
    .update(webhookDeliveries)
    .set({ leaseUntil: new Date(now.getTime() + timeoutMs() + leaseMarginMs) })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.status, 'pending'),
        or(isNull(webhookDeliveries.leaseUntil), lt(webhookDeliveries.leaseUntil, now)),
        or(
          isNull(webhookDeliveries.nextAttemptAt),
          sql`${webhookDeliveries.nextAttemptAt} <= ${now.toISOString()}`,
        ),
      ),
    )
    .returning();
  return row;
}

/** Another has the lease, or the queue's clock is ahead of ours: this nudge is the one that may be needed later. */
async function comeBack(id: string, now: Date): Promise<void> {
  const [row] = await database().select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
  if (row?.status !== 'pending') return;
  const at = Math.max(row.leaseUntil?.getTime() ?? 0, row.nextAttemptAt?.getTime() ?? 0, now.getTime());
  const lane = laneOfReceiver(await fetchWorkspace(row.workspaceId), row.url);
  await database().transaction((tx) =>
    enqueue(tx, lane, 'webhook-deliver', { deliveryId: id }, new Date(at + 1_000)),
  );
}

/** The body that is signed is the bytes that are sent. */
async function headersOf(
  { id, body, headersSealed }: DeliveryRow,
  workspace: Workspace,
  now: Date,
): Promise<Record<string, string>> {
  const own = headersSealed
    ? (JSON.parse(unseal(headersSealed, placeOfHeaders(workspace, id)).toString()) as Record<string, string>)
    : {};
  return {
    ...own,
    'content-type': 'application/json',
    'user-agent': 'Alta-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestampOf(now),
    'webhook-signature': signatureOf(await signingSecrets(workspace, now), id, now, body),
  };
}

/** Writes what the attempt came to; false when the lease ran out and another process has taken over. */
async function settle(
  tx: Transaction,
  ctx: Context,
  delivery: DeliveryRow,
  result: AttemptResult,
  now: Date,
): Promise<boolean> {
  const [current] = await tx
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.id, delivery.id),
        eq(webhookDeliveries.attempts, delivery.attempts),
        sql`${webhookDeliveries.leaseUntil} is not distinct from ${delivery.leaseUntil?.toISOString() ?? null}`,
      ),
    )
    .for('update');
  if (!current) return false;
  const made = { attempts: current.attempts + 1, leaseUntil: null };
  // Cancelled or given up while it was on its way: that stays, and the log tells that it was sent.
  const change = current.status === 'pending' ? { ...made, ...changeAfter(result, current, now) } : made;
  await tx.update(webhookDeliveries).set(change).where(eq(webhookDeliveries.id, current.id));
  if (current.status === 'pending') await follow(tx, ctx, current, result, now);
  return true;
}

const statusAfter = { delivered: 'delivered', again: 'pending', gone: 'dead', dead: 'dead' } as const;

function changeAfter(result: AttemptResult, before: DeliveryRow, now: Date): Partial<DeliveryRow> {
  const again = result.kind === 'again' ? result : undefined;
  return {
    status: statusAfter[result.kind],
    scheduledAttempts: before.scheduledAttempts + (again?.postponed ? 0 : 1),
    postponements: before.postponements + (again?.postponed ? 1 : 0),
    nextAttemptAt: again?.at ?? null,
    lastAnswer: result.outcome,
    completedAt: again ? null : now,
  };
}

/** What an outcome causes, in its transaction. */
async function follow(
  tx: Transaction,
  ctx: Context,
  { id, url, endpointId, intentId }: DeliveryRow,
  result: AttemptResult,
  now: Date,
): Promise<void> {
  if (result.kind === 'again') {
    const lane = laneOfReceiver(ctx.workspace, url);
    await enqueue(tx, lane, 'webhook-deliver', { deliveryId: id }, result.at);
  }
  if (result.kind === 'gone' && endpointId) await disableEndpoint(tx, ctx, endpointId, now);
  if (result.kind === 'gone' || result.kind === 'dead') {
    log().warn({ delivery: id, outcome: result.outcome }, 'a webhook was given up');
    await audit(tx, ctx, 'webhook.given-up', { kind: 'webhook-delivery', id });
  }
  if (intentId) await enqueue(tx, laneOf(ctx.workspace), 'job-wake', { ref: id });
}

/** Nobody is there any more: what else waits for this endpoint is given up with it. */
async function disableEndpoint(tx: Transaction, ctx: Context, id: string, now: Date): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ disabledAt: now, disabledReason: 'gone' })
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.disabledAt)));
  const end = { status: 'dead', lastAnswer: { answer: 'endpoint-disabled' } } as const;
  await endPending(tx, { endpoint: id }, end, now);
  await audit(tx, ctx, 'webhook-endpoint.disabled', { kind: 'webhook-endpoint', id }, { reason: 'gone' });
}

/** Names whose values are ours to show; any other header is of the step's configuration, and may be a secret. */
const keptHeaders = new Set([
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]);

/** A receiver may say again what it was sent: in its answer, and in the words that the job shows. */
function hiderOf(headers: Record<string, string>) {
  const secrets = secretsIn(
    Object.entries(headers).flatMap(([name, value]) => (keptHeaders.has(name) ? [] : value)),
  );
  return (text: string) => withoutSecrets(text, secrets);
}

async function keepAttempt(
  tx: Transaction,
  delivery: DeliveryRow,
  headers: Record<string, string>,
  answer: WebhookAnswer,
  at: Date,
  hide: (text: string) => string,
): Promise<void> {
  const requestHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, keptHeaders.has(name) ? value : redacted]),
  );
  await tx.insert(webhookAttempts).values({
    deliveryId: delivery.id,
    index: delivery.attempts,
    at,
    durationMs: Math.round(answer.durationMs),
    requestHeaders,
    ...(answer.kind === 'answered'
      ? { status: answer.status, responseBody: hide(answer.body) }
      : { failure: answer.failure, detail: hide(answer.detail) }),
  });
}
