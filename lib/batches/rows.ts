import { and, asc, eq, gt } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { type BatchRowStatus, batchRows } from '#lib/database/tables/batches.ts';
import { AltaError } from '#lib/errors.ts';
import type { Page, PageQuery } from '#lib/paging.ts';
import { fetchBatch } from './batches.ts';

export type BatchRow = typeof batchRows.$inferSelect;

export const batchRowStatuses = ['waiting', 'done', 'failed'] as const satisfies BatchRowStatus[];

/**
 * Returns a page of a batch's rows in order.
 * @throws AltaError `not-found`, also for a batch of another workspace.
 */
export async function listBatchRows(
  ctx: Context,
  id: string,
  { limit, cursor, status }: PageQuery & { status?: BatchRowStatus | undefined },
): Promise<Page<BatchRow>> {
  await fetchBatch(ctx, id);
  const rows = await reader(ctx)
    .select()
    .from(batchRows)
    .where(
      and(
        eq(batchRows.batchId, id),
        cursor === undefined ? undefined : gt(batchRows.index, indexFromCursor(cursor)),
        status && eq(batchRows.status, status),
      ),
    )
    .orderBy(asc(batchRows.index))
    .limit(limit + 1);
  const list = rows.slice(0, limit);
  const last = rows.length > limit ? list.at(-1) : undefined;
  return { list, limit, ...(cursor ? { cursor } : {}), ...(last ? { nextCursor: `${last.index}` } : {}) };
}

function indexFromCursor(cursor: string): number {
  if (/^\d{1,6}$/.test(cursor)) return Number(cursor);
  throw new AltaError('validation', 'The cursor is not valid.', {
    fields: { cursor: 'is not a cursor' },
  });
}
