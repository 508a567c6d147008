import { and, type Column, gte, lte, type SQL, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { z } from 'zod';
import { AltaError } from './errors.ts';
import { sizeLimits } from './limits.ts';

export interface PageQuery {
  /** Rows per page. */
  limit: number;
  /** `nextCursor` of the previous page; opaque to the caller. */
  cursor?: string | undefined;
}

/** Time span, inclusive at both ends. */
export interface Span {
  since?: Date | undefined;
  until?: Date | undefined;
}

/** Query of a list that starts at `from` and goes back in time, or forward with `ascending`. */
export interface TimedPageQuery extends PageQuery, Span {
  from?: Date | undefined;
  ascending?: boolean | undefined;
}
type Direction = Pick<TimedPageQuery, 'ascending'>;

export interface Page<Row> extends PageQuery {
  list: Row[];
  /** Absent on the last page. */
  nextCursor?: string;
}

interface Keyset {
  createdAt: Column;
  id: Column;
}

/** `nulls last` matches the indexes; without it PostgreSQL would read and sort all rows for each page. */
export const newestFirst = ({ createdAt, id }: Keyset): SQL[] => [
  sql`${createdAt} desc nulls last`,
  sql`${id} desc nulls last`,
];

/** `newestFirst` or its reverse, which reads the same index backwards. */
export const inOrder = (keyset: Keyset, { ascending }: Direction): SQL[] =>
  ascending
    ? [sql`${keyset.createdAt} asc nulls first`, sql`${keyset.id} asc nulls first`]
    : newestFirst(keyset);

/** Condition: the row is at or after `from`, in the order of `inOrder`. */
export const fromInstant = (
  { createdAt }: Keyset,
  { from, ascending }: Pick<TimedPageQuery, 'from' | 'ascending'>,
): SQL | undefined => {
  if (!from) return undefined;
  const instant = sql`${from.toISOString()}::timestamptz`;
  return ascending ? sql`${createdAt} >= ${instant}` : sql`${createdAt} <= ${instant}`;
};

/** Condition: the row was created in the span. */
export const inSpan = ({ createdAt }: Keyset, { since, until }: Span): SQL | undefined =>
  and(since && gte(createdAt, since), until && lte(createdAt, until));

/** Condition: the row comes after the cursor. Compares whole row values, so that the index scan starts there. */
export function afterCursor(
  { createdAt, id }: Keyset,
  cursor: string | undefined,
  { ascending }: Direction = {},
): SQL | undefined {
  if (!cursor) return undefined;
  const [at, last] = Buffer.from(cursor, 'base64url').toString('latin1').split('|');
  const instant = new Date(/^[12]\d{3}-/.test(at ?? '') ? (at ?? '') : Number.NaN);
  const key = keys[id.getSQLType() === 'uuid' ? 'uuid' : 'bigint'];
  if (Number.isNaN(instant.getTime()) || !key.shape.safeParse(last).success) {
    throw new AltaError('validation', 'The cursor is not valid.', {
      fields: { cursor: 'is not a cursor' },
    });
  }
  const row = sql`(${instant.toISOString()}::timestamptz, ${last}::${sql.raw(key.type)})`;
  return ascending ? sql`(${createdAt}, ${id}) > ${row}` : sql`(${createdAt}, ${id}) < ${row}`;
}

const keys = {
  uuid: { type: 'uuid', shape: z.uuid() },
  bigint: { type: 'bigint', shape: z.string().regex(/^\d{1,15}$/) },
};

/**
 * Makes a page. A next page exists if there are more `rows` than `onPage`.
 * @param rows read with a limit of one more than the page's
 * @param onPage the rows that fit on the page
 */
export function page<Row extends Listed>(
  rows: Row[],
  { limit, cursor }: PageQuery,
  onPage: Row[] = rows.slice(0, limit),
): Page<Row> {
  const last = rows.length > onPage.length ? onPage.at(-1) : undefined;
  return {
    list: onPage,
    limit,
    ...(cursor ? { cursor } : {}),
    ...(last ? { nextCursor: cursorOf(last) } : {}),
  };
}

/** A row of a list ordered by `progressedAt`, if present, or `createdAt`. */
export interface Listed {
  id: string;
  createdAt: Date;
  progressedAt?: Date;
}

/** Maximum bytes of large rows that one statement reads. */
const portionBytes = 1_048_576;
/** At most two such statements run at a time, so that requests for large pages do not use up the pool. */
const largeReads = pLimit(2);
/** At most two pages of several statements are read at a time: what was read of all others would wait in memory. */
const largePages = pLimit(2);

/**
 * Makes a page of rows that may be large: at most `sizeLimits.pageBytes`, but at least one row. The remaining rows
 * are not read; they start the next page.
 * @param rows ids and sizes (`bytesOf` of the table), in order, read with a limit of one more than the page's
 * @param read loads whole rows by their ids, in any order
 */
export async function pageWithinBytes<Row extends { id: string; createdAt: Date }>(
  rows: Sized[],
  query: PageQuery,
  read: (ids: string[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { list, ...rest } = page(
    rows,
    query,
    rowsWithinBytes(rows.slice(0, query.limit), sizeLimits.pageBytes),
  );
  const whole = new Map<string, Row>();
  const readAll = async () => {
    for (let remaining = list; remaining.length > 0; ) {
      const next = rowsWithinBytes(remaining, portionBytes).map(({ id }) => id);
      for (const row of await largeReads(() => read(next))) whole.set(row.id, row);
      remaining = remaining.slice(next.length);
    }
  };
  const isOnePortion = rowsWithinBytes(list, portionBytes).length === list.length;
  await (isOnePortion ? readAll() : largePages(readAll));
  return { ...rest, list: list.flatMap(({ id }) => whole.get(id) ?? []) };
}

interface Sized {
  id: string;
  createdAt: Date;
  bytes: number;
}

/** The first rows that add up to at most `most` bytes, but at least one. */
function rowsWithinBytes(rows: Sized[], most: number): Sized[] {
  let taken = 0;
  return rows.filter(({ bytes }, index) => {
    taken += bytes;
    return index === 0 || taken <= most;
  });
}

/** Cursor of the page after this row. */
export const cursorOf = ({ id, createdAt, progressedAt = createdAt }: Listed): string =>
  Buffer.from(`${progressedAt.toISOString()}|${id}`).toString('base64url');
