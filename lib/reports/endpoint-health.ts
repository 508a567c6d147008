import { and, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { webhookAttempts, webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { requirePermission } from '#lib/roles.ts';
import type { LastAttempt } from '#lib/webhooks/deliveries.ts';

/** Success and latency of an endpoint's newest attempts in a span of time. */
export interface EndpointHealth {
  /** Number of attempts considered. */
  attempts: number;
  /** Number of successful attempts. */
  successes: number;
  /** Duration of answered attempts in milliseconds; undefined without any. */
  median: number | undefined;
  p95: number | undefined;
}

/** Only the newest deliveries are considered, so that a recent failure shows at once. */
export const maxDeliveries = 2_000;

/**
 * Returns the health over the newest deliveries since `since`, at most `maxDeliveries`, so that the cost does
 * not grow with the number of messages.
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
    .limit(maxDeliveries)
    .as('newest');
  const { status, durationMs } = webhookAttempts;
  const isAnswered = isNotNull(status);
  const [row] = await reader(ctx)
    .select({
      attempts: sql<number>`count(*)::int`,
      successes: sql<number>`count(*) filter (where ${status} between 200 and 299)::int`,
      median: sql<number | null>`percentile_disc(0.5) within group (order by ${durationMs})
        filter (where ${isAnswered})`,
      p95: sql<number | null>`percentile_disc(0.95) within group (order by ${durationMs})
        filter (where ${isAnswered})`,
    })
    .from(newest)
    .innerJoin(webhookAttempts, eq(webhookAttempts.deliveryId, newest.id));
  return {
    attempts: row?.attempts ?? 0,
    successes: row?.successes ?? 0,
    median: row?.median ?? undefined,
    p95: row?.p95 ?? undefined,
  };
}

/** An endpoint whose newest attempt failed. */
export interface EndpointFailure {
  /** Time of the last successful delivery; undefined if none is stored. */
  lastDeliveredAt: Date | undefined;
  /** Messages created since then have not arrived: when the last one that arrived was created, or the endpoint. */
  missedSince: Date;
  /** Outcome of the newest attempt. */
  last: LastAttempt;
  /** Of the last 24 hours. */
  health: EndpointHealth;
}

/** Number of newest deliveries that are searched for the newest attempt, which may be a retry of an older one. */
const searchedDeliveries = 50;

/** Returns the endpoints whose newest attempt failed, by id. */
export async function failingEndpoints(
  ctx: Context,
  endpointIds: string[],
  now = new Date(),
): Promise<Map<string, EndpointFailure>> {
  const failed = await newestFailures(ctx, endpointIds);
  const failures = failed.map(async ({ id, status, failure, created }) => {
    const dayAgo = new Date(now.getTime() - 86_400_000);
    const [health, delivered] = [await endpointHealth(ctx, id, dayAgo, now), await lastDelivered(ctx, id)];
    const times = {
      lastDeliveredAt: delivered?.completedAt ?? undefined,
      missedSince: delivered?.createdAt ?? new Date(created),
    };
    return [id, { ...times, last: { status, failure }, health }] as const;
  });
  return new Map(await Promise.all(failures));
}

/** Counts the endpoints whose newest attempt failed. */
export const countFailingEndpoints = async (ctx: Context, endpointIds: string[]): Promise<number> =>
  (await newestFailures(ctx, endpointIds)).length;

/** The newest attempt of each endpoint at which it failed. */
async function newestFailures(ctx: Context, endpointIds: string[]) {
  requirePermission(ctx, 'webhooks:read');
  if (endpointIds.length === 0) return [];
  const ids = sql.join(
    endpointIds.map((id) => sql`(${id}::uuid)`),
    sql`, `,
  );
  const { rows } = await reader(ctx).execute<LastAttempt & { id: string; created: string | Date }>(sql`
    select asked.id, newest.status, newest.failure, endpoint.created_at as created
    from (values ${ids}) as asked (id)
    join webhook_endpoints as endpoint on endpoint.id = asked.id and endpoint.workspace_id = ${ctx.workspace.id}
    cross join lateral (
      select attempt.status, attempt.failure
      from (
        select id from webhook_deliveries
        where endpoint_id = asked.id and workspace_id = ${ctx.workspace.id} and attempts > 0
        order by created_at desc limit ${searchedDeliveries}
      ) as delivery
      join webhook_attempts as attempt on attempt.delivery_id = delivery.id
      order by attempt.at desc limit 1
    ) as newest
    where newest.status is null or newest.status not between 200 and 299`);
  return rows;
}

async function lastDelivered(ctx: Context, endpointId: string) {
  const { status, completedAt, createdAt } = webhookDeliveries;
  const [row] = await reader(ctx)
    .select({ completedAt, createdAt })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.workspaceId, ctx.workspace.id),
        eq(status, 'delivered'),
      ),
    )
    .orderBy(desc(createdAt))
    .limit(1);
  return row;
}

/** Attempts of an endpoint's newest messages, and how many of them succeeded. */
export interface RecentAttempts {
  attempts: number;
  successes: number;
}

/** Messages of each endpoint that a list considers. */
const newestOfEach = 200;

/** Counts the attempts of each endpoint's newest messages of the last 24 hours, by its id. */
export async function recentAttempts(
  ctx: Context,
  endpointIds: string[],
  now = new Date(),
): Promise<Map<string, RecentAttempts>> {
  requirePermission(ctx, 'webhooks:read');
  if (endpointIds.length === 0) return new Map();
  const { rows } = await reader(ctx).execute<Record<'attempts' | 'successes', number> & { id: string }>(sql`
    select asked.id, count(*)::int as attempts,
      (count(*) filter (where attempt.status between 200 and 299))::int as successes
    from unnest(${sql.param(endpointIds)}::uuid[]) as asked (id)
    cross join lateral (
      select id from webhook_deliveries
      where endpoint_id = asked.id and workspace_id = ${ctx.workspace.id}
        and created_at >= ${new Date(now.getTime() - 86_400_000).toISOString()}::timestamptz
      order by created_at desc limit ${newestOfEach}
    ) as delivery
    join webhook_attempts as attempt on attempt.delivery_id = delivery.id
    group by asked.id`);
  return new Map(rows.map(({ id, attempts, successes }) => [id, { attempts, successes }]));
}
