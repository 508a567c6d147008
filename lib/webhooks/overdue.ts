import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { isWithoutEntry, mostNudges, type Nudge } from '#lib/queue.ts';
import { laneOfReceiver } from './outbox.ts';

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
