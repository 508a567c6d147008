import { z } from 'zod';
import { sizeLimits } from '#lib/limits.ts';
import type * as paging from '#lib/paging.ts';
import { Instant, InstantInput } from './instant.ts';

export const PageQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(sizeLimits.pageItems)
    .default(sizeLimits.defaultPageItems)
    .describe('Items per page.'),
  cursor: z.string().max(200).optional().describe('The `next_cursor` of the previous page.'),
});

/** For lists that can start at an instant and go backward, or forward with `ascending`. */
export const TimedPageQuery = PageQuery.extend({
  created_at: InstantInput.optional().describe(
    'Lists items created at or before this instant; with `ascending`, at or after it.',
  ),
  ascending: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`true`: oldest first.'),
});

export const timedPageQuery = <Query extends z.infer<typeof TimedPageQuery>>({
  created_at,
  ascending,
  ...query
}: Query) => ({ ...query, from: created_at, ascending: ascending === 'true' });

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    list: z.array(item),
    limit: z.int().describe('Items per page.'),
    cursor: z.string().optional().describe('As sent in the request.'),
    next_cursor: z.string().optional().describe('The `cursor` of the next page; absent on the last.'),
  });

export const timedPageOf = <Item extends z.ZodType>(item: Item) =>
  pageOf(item).extend({ created_at: Instant.optional().describe('The `created_at` of the request.') });

export const fromResponse = ({ created_at }: { created_at?: Date | undefined }) =>
  created_at ? { created_at: created_at.toISOString() } : {};

export const pageResponse = <Row, Item>(
  { list, nextCursor, ...rest }: paging.Page<Row>,
  itemOf: (row: Row) => Item,
) => ({ list: list.map(itemOf), ...rest, ...(nextCursor ? { next_cursor: nextCursor } : {}) });
