import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { webhookDeliveries, webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { enqueue } from '#lib/queue.ts';
import { requirePermission } from '#lib/roles.ts';
import { type DeliveryRow, ofWorkspace } from './deliveries.ts';
import { keptAddress, laneOfReceiver } from './outbox.ts';

interface RedeliverySpan {
  since: Date;
  until?: Date | undefined;
  /** Only what was for one of these. */
  endpoints?: string[] | undefined;
  event?: string | undefined;
}

/** What can be sent once more, unlike what was cancelled. `pending`: what failed and waits for its next try. */
export const resendableStatuses = ['pending', 'dead', 'delivered'] as const;
type Resendable = (typeof resendableStatuses)[number];

/** What has not arrived. */
const missed: Resendable[] = ['pending', 'dead'];

/** More would keep one transaction open for long: call again for the rest. */
const mostAtOnce = 1_000;

/**
 * Sends it once more, now, whatever became of it: the same body under the same `webhook-id`, with the whole
 * schedule before it, to where its endpoint is by now.
 * @throws AltaError `not-found`; `conflict` while an attempt of its own is on its way, of one that is kept, and of one
 * whose endpoint was removed.
 */
export async function redeliver(ctx: Context, deliveryId: string): Promise<DeliveryRow> {
  requirePermission(ctx, 'webhooks:write');
  return inTransaction(ctx, async (tx) => {
    await holdEndpoints(tx, ctx);
    const [there] = await tx
      .select()
      .from(webhookDeliveries)
      .where(ofWorkspace(ctx, deliveryId))
      .for('update');
    if (!there) throw notFound('The delivery');
    if (there.leaseUntil && there.leaseUntil > new Date()) {
      throw new AltaError('conflict', 'An attempt is under way.', {
        code: 'under-way',
        retryAfterSeconds: 5,
      });
    }
    const [row] = await sendOff(tx, ctx, [there.id]);
    if (!row)
      throw new AltaError(
        'conflict',
        'It is sent nowhere: it is kept to be read, or its endpoint was removed.',
      );
    await audit(tx, ctx, 'webhook.redelivered', { kind: 'webhook-delivery', id: deliveryId });
    return row;
  });
}

/**
 * Sends off again, now, what was created in a span of time and has not arrived: what was given up and what waits for
 * its next try; 1,000 at a time, the oldest first. Gives how many. What was for an endpoint that was removed since stays:
 * nobody is to be sent anything there any more.
 */
export async function redeliverMissed(ctx: Context, span: RedeliverySpan) {
  requirePermission(ctx, 'webhooks:write');
  return inTransaction(ctx, async (tx) => {
    await holdEndpoints(tx, ctx);
    const rows = await tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(inSpan(ctx, missed, span))
      .orderBy(asc(webhookDeliveries.createdAt))
      .limit(mostAtOnce)
      .for('update', { skipLocked: true });
    const sent = await sendOff(
      tx,
      ctx,
      rows.map((row) => row.id),
    );
    const count = sent.length;
    await audit(tx, ctx, 'webhook.redelivered', { kind: 'workspace', id: ctx.workspace.id }, { count });
    return count;
  });
}

/** How many `listReplayable` would give. */
export function countReplayable(
  ctx: Context,
  { statuses, limit, ...span }: RedeliverySpan & { statuses: Resendable[]; limit: number },
): Promise<number> {
  requirePermission(ctx, 'webhooks:write');
  const counted = reader(ctx)
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(inSpan(ctx, statuses, span))
    .limit(limit);
  return reader(ctx).$count(counted.as('counted'));
}

/**
 * The deliveries of a span that can be sent once more and that there is still somebody for, the oldest first: their ids.
 * @param limit how many at the most
 */
export async function listReplayable(
  ctx: Context,
  { statuses, limit, ...span }: RedeliverySpan & { statuses: Resendable[]; limit: number },
): Promise<string[]> {
  requirePermission(ctx, 'webhooks:write');
  const rows = await reader(ctx)
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(inSpan(ctx, statuses, span))
    .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

function inSpan(
  ctx: Context,
  statuses: Resendable[],
  { since, until, endpoints, event }: RedeliverySpan,
  now = new Date(),
) {
  const { status, nextAttemptAt, leaseUntil } = webhookDeliveries;
  return and(
    eq(webhookDeliveries.workspaceId, ctx.workspace.id),
    inArray(status, statuses),
    // What is on its way, or was just sent off, is not sent twice.
    or(ne(status, 'pending'), and(isNotNull(nextAttemptAt), or(isNull(leaseUntil), lt(leaseUntil, now)))),
    ne(presentUrl, keptAddress),
    hasReceiver,
    gte(webhookDeliveries.createdAt, since),
    until && lt(webhookDeliveries.createdAt, until),
    endpoints && inArray(webhookDeliveries.endpointId, endpoints),
    event ? eq(webhookDeliveries.event, event) : undefined,
  );
}

/** Nobody is to be sent anything any more at an endpoint that was removed. What a step sends has none. */
const hasReceiver = or(isNotNull(webhookDeliveries.endpointId), isNotNull(webhookDeliveries.intentId));

/** None is removed before what is sent off to it is written: its removal cancels that. They are locked before deliveries. */
async function holdEndpoints(tx: Transaction, ctx: Context): Promise<void> {
  await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.workspaceId, ctx.workspace.id))
    .orderBy(webhookEndpoints.id)
    .for('key share');
}

/** To where its endpoint is by now: one that moved wants what it missed at its new address. */
const presentUrl = sql<string>`coalesce(
  (select ${webhookEndpoints.url} from ${webhookEndpoints} where ${webhookEndpoints.id} = ${webhookDeliveries.endpointId}),
  ${webhookDeliveries.url})`;

async function sendOff(tx: Transaction, ctx: Context, ids: string[]): Promise<DeliveryRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .update(webhookDeliveries)
    .set({
      status: 'pending',
      url: presentUrl,
      scheduledAttempts: 0,
      postponements: 0,
      nextAttemptAt: null,
      leaseUntil: null,
      completedAt: null,
    })
    .where(and(inArray(webhookDeliveries.id, ids), ne(presentUrl, keptAddress), hasReceiver))
    .returning();
  for (const { id: deliveryId, url } of rows) {
    await enqueue(tx, laneOfReceiver(ctx.workspace, url), 'webhook-deliver', { deliveryId });
  }
  return rows;
}
