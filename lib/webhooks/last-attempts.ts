import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { webhookAttempts, webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import type { AttemptRow, DeliveryRow } from './deliveries.ts';

/** What came of an attempt: the receiver's status, or the kind of failure. */
export type LastAttempt = Pick<AttemptRow, 'status' | 'failure'>;

/** The last attempt of each delivery, by its id; none for one that nothing was tried of yet. */
export async function listLastAttempts(
  ctx: Context,
  deliveries: Pick<DeliveryRow, 'id'>[],
): Promise<Map<string, LastAttempt>> {
  if (deliveries.length === 0) return new Map();
  const rows = await reader(ctx)
    .select({ id: webhookDeliveries.id, status: webhookAttempts.status, failure: webhookAttempts.failure })
    .from(webhookDeliveries)
    .innerJoin(
      webhookAttempts,
      and(
        eq(webhookAttempts.deliveryId, webhookDeliveries.id),
        eq(webhookAttempts.index, sql`${webhookDeliveries.attempts} - 1`),
      ),
    )
    .where(
      and(
        eq(webhookDeliveries.workspaceId, ctx.workspace.id),
        inArray(
          webhookDeliveries.id,
          deliveries.map(({ id }) => id),
        ),
      ),
    );
  return new Map(rows.map(({ id, status, failure }) => [id, { status, failure }]));
}
