import { type Column, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AltaError } from './errors.ts';
import { sizeLimits } from './limits.ts';

/** Newest first, `limit` 20 unless told, 100 at most; `cursor` is opaque to the caller. */
export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(sizeLimits.pageItems).default(sizeLimits.pageItemsUnlessTold),
  cursor: z.string().max(200).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;

export interface Page<T> {
  list: T[];
  limit: number;
  cursor?: string;
  next_cursor?: string;
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

/** The rows after the cursor's, in the order of `newestFirst`. A comparison of rows: the index starts at the cursor. */
export function afterCursor({ createdAt, id }: Keyset, cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined;
  const [at, last] = Buffer.from(cursor, 'base64url').toString('latin1').split('|');
  const instant = new Date(/^[12]\d{3}-/.test(at ?? '') ? (at ?? '') : Number.NaN);
  if (Number.isNaN(instant.getTime()) || !z.uuid().safeParse(last).success) {
    throw new AltaError('validation', 'The cursor is not one of ours.', {
      fields: { cursor: 'is not a cursor' },
    });
  }
  return sql`(${createdAt}, ${id}) < (${instant.toISOString()}::timestamptz, ${last}::uuid)`;
}

/** `rows` were read with a limit of one more than the page's, which tells whether there is a next page. */
export function page<Row extends { id: string; createdAt: Date }, Item>(
  rows: Row[],
  { limit, cursor }: PageQuery,
  present: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    list: shown.map(present),
    limit,
    ...(cursor ? { cursor } : {}),
    ...(last
      ? { next_cursor: Buffer.from(`${last.createdAt.toISOString()}|${last.id}`).toString('base64url') }
      : {}),
  };
}
