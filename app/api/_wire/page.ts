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
    .describe('How many items a page has.'),
  cursor: z.string().max(200).optional().describe('The `next_cursor` of the page before.'),
});

/** For lists that can be read from an instant on: backward, or forward with `ascending`. */
export const TimedPageQuery = PageQuery.extend({
  created_at: InstantInput.optional().describe(
    'Where the list begins: back from it, or with `ascending` forward.',
  ),
  ascending: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`true`: the oldest first.'),
});

export const timedPageQuery = <Query extends z.infer<typeof TimedPageQuery>>({
  created_at,
  ascending,
  ...query
}: Query) => ({ ...query, from: created_at, ascending: ascending === 'true' });

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    list: z.array(item),
    limit: z.int().describe('How many items a page has.'),
    cursor: z.string().optional().describe('As it was sent.'),
    next_cursor: z.string().optional().describe('The `cursor` of the next page; absent on the last.'),
  });

export const timedPageOf = <Item extends z.ZodType>(item: Item) =>
  pageOf(item).extend({ created_at: Instant.optional().describe('Where the list begins, as it was sent.') });

export const fromResponse = ({ created_at }: { created_at?: Date | undefined }) =>
  created_at ? { created_at: created_at.toISOString() } : {};

export const pageResponse = <Row, Item>(
  { list, nextCursor, ...rest }: paging.Page<Row>,
  itemOf: (row: Row) => Item,
) => ({ list: list.map(itemOf), ...rest, ...(nextCursor ? { next_cursor: nextCursor } : {}) });
