import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Context, Workspace } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { webhookDeliveries, webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { enqueue, isWithoutEntry, type Lane, laneOf, mostNudges, type Nudge } from '#lib/queue.ts';
import { placeIn, seal } from '#lib/vault.ts';
import { everyEvent, type LifecycleEvent } from './events.ts';
import { type About, payloadOf } from './payload.ts';

/**
 * Tells the workspace's endpoints that subscribed to `event`: a delivery for each of their addresses, in the caller's
 * transaction.
 */
export async function publishEvent(
  tx: Transaction,
  ctx: Context,
  event: LifecycleEvent,
  about: About,
): Promise<void> {
  const subscribed = await tx
    .select({ id: webhookEndpoints.id, url: webhookEndpoints.url })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.workspaceId, ctx.workspace.id),
        isNull(webhookEndpoints.disabledAt),
        sql`${webhookEndpoints.events} ?| array[${event}, ${everyEvent}]`,
      ),
    )
    .orderBy(asc(webhookEndpoints.createdAt))
    // Not removed before this commits: what is told of must not fail because nobody listens any more.
    .for('key share');
  const notified = new Set<string>();
  for (const { id: endpointId, url } of subscribed) {
    if (notified.has(url)) continue;
    notified.add(url);
    await send(tx, ctx.workspace, { event, url, about, endpointId });
  }
}

/** Sends one message for a job's step. `headers` may hold secrets: they are sealed. Gives the delivery's id. */
export async function sendWebhook(
  tx: Transaction,
  ctx: Context,
  message: {
    event: string | undefined;
    url: string;
    headers: Record<string, string>;
    intentId: string;
    about: About;
  },
): Promise<string> {
  return send(tx, ctx.workspace, message);
}

async function send(
  tx: Transaction,
  workspace: Workspace,
  {
    event,
    url,
    about,
    headers = {},
    ...of
  }: {
    event: string | undefined;
    url: string;
    about: About;
    headers?: Record<string, string>;
    endpointId?: string;
    intentId?: string;
  },
): Promise<string> {
  const id = uuidv7();
  const hasHeaders = Object.keys(headers).length > 0;
  await tx.insert(webhookDeliveries).values({
    id,
    workspaceId: workspace.id,
    ...of,
    jobId: about.job?.id,
    entryId: about.entryId,
    event,
    url,
    headersSealed: hasHeaders ? seal(JSON.stringify(headers), placeOfHeaders(workspace, id)) : null,
    body: JSON.stringify(payloadOf(id, workspace, event, about)),
  });
  await enqueue(tx, laneOfReceiver(workspace, url), 'webhook-deliver', { deliveryId: id });
  return id;
}

/** A receiver that hangs holds up its own messages. */
export const laneOfReceiver = (workspace: Pick<Workspace, 'id' | 'environment'>, url: string): Lane => ({
  ...laneOf(workspace),
  host: new URL(url).host,
});

export const placeOfHeaders = (workspace: Workspace, deliveryId: string) =>
  placeIn(workspace, { table: 'webhook_deliveries', column: 'headers_sealed', row: deliveryId });

/** Deliveries whose attempt is due since before `before`. */
export async function overdueDeliveries(before: Date): Promise<Nudge<'webhook-deliver'>[]> {
  const { id, url, status, nextAttemptAt, leaseUntil, updatedAt } = webhookDeliveries;
  const isDue = or(lt(nextAttemptAt, before), and(isNull(nextAttemptAt), lt(updatedAt, before)));
  const isFree = or(isNull(leaseUntil), lt(leaseUntil, before));
  const rows = await database()
    .select({ id, url, workspace: workspaces })
    .from(webhookDeliveries)
    .innerJoin(workspaces, eq(workspaces.id, webhookDeliveries.workspaceId))
    .where(and(eq(status, 'pending'), isDue, isFree, isWithoutEntry('webhook-deliver', { deliveryId: id })))
    .limit(mostNudges);
  return rows.map((row) => ({
    lane: laneOfReceiver(row.workspace, row.url),
    payload: { deliveryId: row.id },
  }));
}
