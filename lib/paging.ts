import { type Column, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AltaError } from './errors.ts';
import { InstantInput } from './instant.ts';
import { sizeLimits } from './limits.ts';

/** Newest first, `limit` 20 unless told, 100 at most; `cursor` is opaque to the caller. */
export const PageQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(sizeLimits.pageItems)
    .default(sizeLimits.pageItemsUnlessTold)
    .describe('How many items a page has.'),
  cursor: z.string().max(200).optional().describe('The `next_cursor` of the page before.'),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** Of a list that can be read from an instant on: back from it, or with `ascending` forward. */
export const TimedPageQuery = PageQuery.extend({
  created_at: InstantInput.optional().describe(
    'Where the list begins: back from it, or with `ascending` forward.',
  ),
  ascending: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`true`: the oldest first.'),
});
type Direction = Pick<z.infer<typeof TimedPageQuery>, 'ascending'>;

/** A page of a list. `next_cursor` is absent on the last. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    list: z.array(item),
    limit: z.int().describe('How many items a page has.'),
    cursor: z.string().optional().describe('As it was sent.'),
    next_cursor: z.string().optional().describe('The `cursor` of the next page; absent on the last.'),
  });

export interface Page<T> extends Omit<z.infer<ReturnType<typeof pageOf>>, 'list'> {
  list: T[];
}

interface Keyset {
  createdAt: Column;
  id: Column;
}

/** `nulls last`, as the indexes are: without it PostgreSQL reads and sorts all there is for each page. */
export const newestFirst = ({ createdAt, id }: Keyset): SQL[] => [
  sql`${createdAt} desc nulls last`,
  sql`${id} desc nulls last`,
];

/** `newestFirst`, or the same backwards, which reads the same index from its other end. */
export const inOrder = (keyset: Keyset, { ascending }: Direction): SQL[] =>
  ascending === 'true'
    ? [sql`${keyset.createdAt} asc nulls first`, sql`${keyset.id} asc nulls first`]
    : newestFirst(keyset);

/** The rows at or after `created_at`, in the order of `inOrder`. */
export const fromInstant = (
  { createdAt }: Keyset,
  { created_at, ascending }: Direction & { created_at?: string | undefined },
): SQL | undefined => {
  if (!created_at) return undefined;
  return ascending === 'true'
    ? sql`${createdAt} >= ${created_at}::timestamptz`
    : sql`${createdAt} <= ${created_at}::timestamptz`;
};

/** The rows after the cursor's, in the order of `inOrder`. A comparison of rows: the index starts at the cursor. */
export function afterCursor(
  { createdAt, id }: Keyset,
  cursor: string | undefined,
  { ascending }: Direction = {},
): SQL | undefined {
  if (!cursor) return undefined;
  const [at, last] = Buffer.from(cursor, 'base64url').toString('latin1').split('|');
  const instant = new Date(/^[12]\d{3}-/.test(at ?? '') ? (at ?? '') : Number.NaN);
  if (Number.isNaN(instant.getTime()) || !z.uuid().safeParse(last).success) {
    throw new AltaError('validation', 'The cursor is not one of ours.', {
      fields: { cursor: 'is not a cursor' },
    });
  }
  const row = sql`(${instant.toISOString()}::timestamptz, ${last}::uuid)`;
  return ascending === 'true' ? sql`(${createdAt}, ${id}) > ${row}` : sql`(${createdAt}, ${id}) < ${row}`;
}

/**
 * `rows` were read with a limit of one more than the page's, which tells whether there is a next page. `shown` are
 * those of them that the page has room for.
 */
export function page<Row extends { id: string; createdAt: Date }, Item>(
  rows: Row[],
  { limit, cursor }: PageQuery,
  present: (row: Row) => Item,
  shown: Row[] = rows.slice(0, limit),
): Page<Item> {
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    list: shown.map(present),
    limit,
    ...(cursor ? { cursor } : {}),
    ...(last
      ? { next_cursor: Buffer.from(`${last.createdAt.toISOString()}|${last.id}`).toString('base64url') }
      : {}),
  };
}

/** A page whose items are JSON, as JSON. */
export const jsonOfPage = ({ list, ...rest }: Page<string>): string =>
  `{"list":[${list.join(',')}],${JSON.stringify(rest).slice(1)}`;
