import { and, asc, eq, gte, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { isFree } from '#lib/database/leases.ts';
import { webhookDeliveries, webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { enqueue } from '#lib/queue.ts';
import { requirePermission } from '#lib/roles.ts';
import { type DeliveryRow, deliveryInWorkspace } from './deliveries.ts';
import { inboxUrl, laneOfReceiver } from './outbox.ts';

interface RedeliveryFilter {
  since: Date;
  until?: Date | undefined;
  /** Only deliveries of these endpoints. */
  endpoints?: string[] | undefined;
  event?: string | undefined;
}

/** Statuses that can be sent again. `pending` covers deliveries that failed and wait for a retry. */
export const resendableStatuses = ['pending', 'dead', 'delivered'] as const;
type Resendable = (typeof resendableStatuses)[number];

const missedStatuses: Resendable[] = ['pending', 'dead'];

/** Limits the duration of one transaction; the caller repeats the request for the rest. */
const maxPerRequest = 1_000;

/**
 * Sends a delivery again now, whatever its status: the same body and `webhook-id`, with a new retry schedule,
 * to the endpoint's current URL.
 * @throws AltaError `not-found`; `conflict` while an attempt is under way, for a delivery of an endpoint that only
 * keeps its messages for reading (`inboxUrl`), and for one whose endpoint was removed
 */
export async function redeliver(ctx: Context, deliveryId: string): Promise<DeliveryRow> {
  requirePermission(ctx, 'webhooks:write');
  return inTransaction(ctx, async (tx) => {
    await lockEndpoints(tx, ctx);
    const [delivery] = await tx
      .select()
      .from(webhookDeliveries)
      .where(deliveryInWorkspace(ctx, deliveryId))
      .for('update');
    if (!delivery) throw notFound('The delivery');
    if (delivery.leaseUntil && delivery.leaseUntil > new Date()) {
      throw new AltaError('conflict', 'A delivery attempt is in progress.', {
        code: 'under-way',
        retryAfterSeconds: 5,
      });
    }
    const [row] = await resend(tx, ctx, [delivery.id]);
    if (!row)
      throw new AltaError(
        'conflict',
        'The delivery can not be sent: it is only kept for reading, or its endpoint was removed.',
      );
    await audit(tx, ctx, 'webhook.redelivered', { kind: 'webhook-delivery', id: deliveryId });
    return row;
  });
}

/**
 * Immediately resends the undelivered messages that match the filter: those given up and those waiting for a retry; up
 * to 1,000, oldest first. Skips messages of endpoints that were removed.
 * @returns the number of messages resent
 */
export async function redeliverMissed(ctx: Context, filter: RedeliveryFilter) {
  requirePermission(ctx, 'webhooks:write');
  return inTransaction(ctx, async (tx) => {
    await lockEndpoints(tx, ctx);
    const rows = await tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(matches(ctx, missedStatuses, filter))
      .orderBy(asc(webhookDeliveries.createdAt))
      .limit(maxPerRequest)
      .for('update', { skipLocked: true });
    const sent = await resend(
      tx,
      ctx,
      rows.map((row) => row.id),
    );
    const count = sent.length;
    await audit(tx, ctx, 'webhook.redelivered', { kind: 'workspace', id: ctx.workspace.id }, { count });
    return count;
  });
}

/** Counts the deliveries that `listResendable` would return. */
export function countResendable(
  ctx: Context,
  { statuses, limit, ...filter }: RedeliveryFilter & { statuses: Resendable[]; limit: number },
): Promise<number> {
  requirePermission(ctx, 'webhooks:write');
  const counted = reader(ctx)
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(matches(ctx, statuses, filter))
    .limit(limit);
  return reader(ctx).$count(counted.as('counted'));
}

/**
 * Returns the ids of the matching deliveries that can be sent again and still have a receiver, oldest first.
 * @param limit maximum number of ids
 */
export async function listResendable(
  ctx: Context,
  { statuses, limit, ...filter }: RedeliveryFilter & { statuses: Resendable[]; limit: number },
): Promise<string[]> {
  requirePermission(ctx, 'webhooks:write');
  const rows = await reader(ctx)
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(matches(ctx, statuses, filter))
    .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

function matches(
  ctx: Context,
  statuses: Resendable[],
  { since, until, endpoints, event }: RedeliveryFilter,
  now = new Date(),
) {
  const { status, nextAttemptAt } = webhookDeliveries;
  return and(
    eq(webhookDeliveries.workspaceId, ctx.workspace.id),
    inArray(status, statuses),
    // Excludes deliveries that are under way or were just queued.
    or(ne(status, 'pending'), and(isNotNull(nextAttemptAt), isFree(webhookDeliveries, now))),
    ne(currentUrl, inboxUrl),
    hasReceiver,
    gte(webhookDeliveries.createdAt, since),
    until && lt(webhookDeliveries.createdAt, until),
    endpoints && inArray(webhookDeliveries.endpointId, endpoints),
    event ? eq(webhookDeliveries.event, event) : undefined,
  );
}

/**
 * False for deliveries whose endpoint was removed. A delivery of a workflow's webhook step has no endpoint, and always
 * has a receiver: the step's URL.
 */
const hasReceiver = or(isNotNull(webhookDeliveries.endpointId), isNotNull(webhookDeliveries.intentId));

/**
 * Locks the workspace's endpoints, so that the removal of an endpoint waits for this transaction and then cancels the
 * deliveries it resent. Endpoints are locked before deliveries everywhere.
 */
async function lockEndpoints(tx: Transaction, ctx: Context): Promise<void> {
  await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.workspaceId, ctx.workspace.id))
    .orderBy(webhookEndpoints.id)
    .for('key share');
}

/**
 * The endpoint's current URL, or the delivery's own if it has no endpoint. Thus missed messages go to a receiver's new
 * URL.
 */
const currentUrl = sql<string>`coalesce(
  (select ${webhookEndpoints.url} from ${webhookEndpoints} where ${webhookEndpoints.id} = ${webhookDeliveries.endpointId}),
  ${webhookDeliveries.url})`;

async function resend(tx: Transaction, ctx: Context, ids: string[]): Promise<DeliveryRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .update(webhookDeliveries)
    .set({
      status: 'pending',
      url: currentUrl,
      scheduledAttempts: 0,
      postponements: 0,
      nextAttemptAt: null,
      leaseUntil: null,
      completedAt: null,
    })
    .where(and(inArray(webhookDeliveries.id, ids), ne(currentUrl, inboxUrl), hasReceiver))
    .returning();
  for (const { id: deliveryId, url } of rows) {
    await enqueue(tx, laneOfReceiver(ctx.workspace, url), 'webhook-deliver', { deliveryId });
  }
  return rows;
}
