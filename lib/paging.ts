import { and, type Column, desc, eq, lt, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { AltaError } from './errors.ts';

/** Newest first, `limit` 20 unless told, 100 at most; `cursor` is opaque to the caller. */
export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
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

export const newestFirst = ({ createdAt, id }: Keyset): SQL[] => [desc(createdAt), desc(id)];

/** The rows after the cursor's, in the order of `newestFirst`. */
export function afterCursor({ createdAt, id }: Keyset, cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined;
  const [at, last] = Buffer.from(cursor, 'base64url').toString('latin1').split('|');
  const instant = new Date(/^[12]\d{3}-/.test(at ?? '') ? (at ?? '') : Number.NaN);
  if (Number.isNaN(instant.getTime()) || !z.uuid().safeParse(last).success) {
    throw new AltaError('validation', 'The cursor is not one of ours.', {
      fields: { cursor: 'is not a cursor' },
    });
  }
  return or(lt(createdAt, instant), and(eq(createdAt, instant), lt(id, last)));
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
