import { and, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { webhookAttempts, webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { requirePermission } from '#lib/roles.ts';

/** How an endpoint answers: of its newest attempts in a span of time. */
export interface EndpointHealth {
  /** How many attempts it is said of. */
  attempts: number;
  /** Of them, those that were answered with success. */
  taken: number;
  /** Milliseconds; undefined without attempts. */
  median: number | undefined;
  p95: number | undefined;
}

/** Of more, the newest are looked at: what an hour ago was good and is bad now is seen at once. */
export const mostDeliveries = 2_000;

/**
 * Of the newest deliveries of an endpoint since `since`, `mostDeliveries` at most: a page takes as long of an endpoint
 * of a million messages as of one of two thousand.
 */
export async function endpointHealth(
  ctx: Context,
  endpointId: string,
  since: Date,
  now = new Date(),
): Promise<EndpointHealth> {
  requirePermission(ctx, 'webhooks:read');
  const { id, workspaceId, createdAt } = webhookDeliveries;
  const newest = reader(ctx)
    .select({ id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(workspaceId, ctx.workspace.id),
        gte(createdAt, since),
        lt(createdAt, now),
      ),
    )
    .orderBy(sql`${createdAt} desc`)
    .limit(mostDeliveries)
    .as('newest');
  const { status, durationMs } = webhookAttempts;
  const isAnswered = isNotNull(status);
  const [row] = await reader(ctx)
    .select({
      attempts: sql<number>`count(*)::int`,
      taken: sql<number>`count(*) filter (where ${status} between 200 and 299)::int`,
      median: sql<number | null>`percentile_disc(0.5) within group (order by ${durationMs})
        filter (where ${isAnswered})`,
      p95: sql<number | null>`percentile_disc(0.95) within group (order by ${durationMs})
        filter (where ${isAnswered})`,
    })
    .from(newest)
    .innerJoin(webhookAttempts, eq(webhookAttempts.deliveryId, newest.id));
  return {
    attempts: row?.attempts ?? 0,
    taken: row?.taken ?? 0,
    median: row?.median ?? undefined,
    p95: row?.p95 ?? undefined,
  };
}
