import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { type Context, reader, type Workspace } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { rowSealPlace } from '#lib/database/seal-places.ts';
import { webhookAttempts, webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { notFound } from '#lib/errors.ts';
import { maxCounted } from '#lib/limits.ts';
import { afterCursor, inOrder, inSpan, type TimedPageQuery } from '#lib/paging.ts';
import { requirePermission } from '#lib/roles.ts';
import { unseal } from '#lib/vault.ts';

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
/** A delivery in a list, without its body and headers. */
export type ListedDelivery = Omit<DeliveryRow, 'body' | 'headersSealed' | 'secretSealed'>;
/** A logged attempt, with the response body unsealed. */
export type AttemptRow = Omit<typeof webhookAttempts.$inferSelect, 'responseSealed'> & {
  responseBody: string | null;
};

export const deliveryStatuses = ['pending', 'delivered', 'dead', 'cancelled'] as const;

export interface DeliveryQuery extends Omit<TimedPageQuery, 'from'> {
  status?: (typeof deliveryStatuses)[number] | undefined;
  endpointId?: string | undefined;
  /** Restricts the result to these endpoints. */
  endpoints?: string[] | undefined;
  jobId?: string | undefined;
  entryId?: string | undefined;
  event?: string | undefined;
}

/** @throws AltaError `not-found`, also for a delivery of another workspace. */
export async function fetchDelivery(ctx: Context, deliveryId: string): Promise<DeliveryRow> {
  requirePermission(ctx, 'webhooks:read');
  const [row] = await reader(ctx)
    .select()
    .from(webhookDeliveries)
    .where(deliveryInWorkspace(ctx, deliveryId));
  if (!row) throw notFound('The delivery');
  return row;
}

export async function listAttempts(ctx: Context, delivery: DeliveryRow): Promise<AttemptRow[]> {
  requirePermission(ctx, 'webhooks:read');
  const rows = await reader(ctx)
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, delivery.id))
    .orderBy(asc(webhookAttempts.index));
  return rows.map(({ responseSealed, ...row }) => {
    const sealPlace = responseSealPlace(ctx.workspace, delivery.id, row.index);
    return { ...row, responseBody: responseSealed && unseal(responseSealed, sealPlace).toString() };
  });
}

/** Place to which a sealed response is bound: its row, so that it cannot be unsealed in another one. */
export const responseSealPlace = (workspace: Workspace, deliveryId: string, index: number) =>
  rowSealPlace(webhookAttempts.responseSealed, workspace, `${deliveryId}/${index}`);

/** Columns without the body and what is sealed. */
const {
  body: _body,
  headersSealed: _headers,
  secretSealed: _secret,
  ...listedColumns
} = getTableColumns(webhookDeliveries);

export { listedColumns };

export async function listDeliveries(ctx: Context, query: DeliveryQuery): Promise<ListedDelivery[]> {
  requirePermission(ctx, 'webhooks:read');
  return reader(ctx)
    .select(listedColumns)
    .from(webhookDeliveries)
    .where(and(matches(ctx, query), afterCursor(webhookDeliveries, query.cursor, query)))
    .orderBy(...inOrder(webhookDeliveries, query))
    .limit(query.limit + 1);
}

/** Counts the matching deliveries, up to `most` + 1. */
export function countDeliveries(
  ctx: Context,
  query: Omit<DeliveryQuery, 'limit'>,
  most = maxCounted,
): Promise<number> {
  requirePermission(ctx, 'webhooks:read');
  const counted = reader(ctx)
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(matches(ctx, query))
    .limit(most + 1);
  return reader(ctx).$count(counted.as('counted'));
}

function matches(ctx: Context, query: Omit<DeliveryQuery, 'limit'>): SQL | undefined {
  const { status, endpointId, endpoints, jobId, entryId, event } = query;
  return and(
    eq(webhookDeliveries.workspaceId, ctx.workspace.id),
    status && eq(webhookDeliveries.status, status),
    endpointId ? eq(webhookDeliveries.endpointId, endpointId) : undefined,
    endpoints && inArray(webhookDeliveries.endpointId, endpoints),
    jobId ? eq(webhookDeliveries.jobId, jobId) : undefined,
    entryId ? eq(webhookDeliveries.entryId, entryId) : undefined,
    event ? eq(webhookDeliveries.event, event) : undefined,
    inSpan(webhookDeliveries, query),
  );
}

/** Ends the pending deliveries of a job or an endpoint. */
export async function endPending(
  tx: Transaction,
  of: { job: string } | { endpoint: string },
  end: Pick<typeof webhookDeliveries.$inferInsert, 'status' | 'lastAnswer'>,
  now: Date,
): Promise<void> {
  const { id, jobId, endpointId, status } = webhookDeliveries;
  const isMatch = 'job' in of ? eq(jobId, of.job) : eq(endpointId, of.endpoint);
  // Locked in order of id, as in recordAttempts, to avoid a deadlock.
  const waiting = tx
    .select({ id })
    .from(webhookDeliveries)
    .where(and(isMatch, eq(status, 'pending')))
    .orderBy(asc(id))
    .for('no key update');
  await tx
    .update(webhookDeliveries)
    .set({ ...end, completedAt: now, nextAttemptAt: null })
    .where(inArray(id, waiting));
}

export const deliveryInWorkspace = (ctx: Context, deliveryId: string) =>
  and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.workspaceId, ctx.workspace.id));

/** Outcome of an attempt: the receiver's status, or the kind of failure. */
export type LastAttempt = Pick<AttemptRow, 'status' | 'failure'>;

/** Returns the last attempt of each delivery, by delivery id. Deliveries without an attempt are absent. */
export async function listLastAttempts(
  ctx: Context,
  deliveries: Pick<DeliveryRow, 'id'>[],
): Promise<Map<string, LastAttempt>> {
  requirePermission(ctx, 'webhooks:read');
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
