import 'server-only';

import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { AltaError } from '#lib/errors.ts';
import { cursorOf, type Listed, type Page } from '#lib/paging.ts';
import { Pager } from './data-table.tsx';

/** What stands in an address after its question mark, as a page is given it. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** The same of the address of a route. */
export const paramsOf = (request: Request): SearchParams =>
  Object.fromEntries(new URL(request.url).searchParams);

/** The text of a parameter, the first one of several; undefined for none. */
export function paramOf(params: SearchParams, name: string, longest = 200): string | undefined {
  const [text = ''] = [params[name]].flat();
  // No column holds a NUL.
  return text.replaceAll('\0', '').trim().slice(0, longest) || undefined;
}

/** A list's address with these parameters in it: `?q=pan&state=empty`. */
export function addressOf(path: string, params: Record<string, string | undefined>): string {
  const given = new URLSearchParams(givenOf(params)).toString();
  return given ? `${path}?${given}` : path;
}

const givenOf = (params: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter((param): param is [string, string] => Boolean(param[1])));

interface RowsQuery {
  limit: number;
  cursor?: string;
  /** The other way round than the list is by itself. */
  ascending: boolean;
}

interface ListPageInput<Row> {
  /** Of the list, and what narrows it down: both are in the address of each of its pages. */
  path: string;
  filters?: Record<string, string | undefined>;
  /** What is wrong with which of them: with any the list has nothing, rather than what nobody asked for. */
  faults?: Record<string, string>;
  params: SearchParams;
  limit?: number;
  /** Rows for one page and one more, or a page of a list whose cursors are its own and lead one way. */
  find: (query: RowsQuery) => Promise<Page<Row> | (Row & Listed)[]>;
  /** How many there are, up to `mostCounted` and one. */
  count?: () => Promise<number>;
  /** Where all of them can be had as a file. */
  file?: string;
}

export interface Matching {
  filters: Record<string, string>;
  /** Up to `mostCounted` and one; undefined where they are not counted. */
  total: number | undefined;
  file: string | undefined;
}

export interface ListedPage<Row> {
  list: Row[];
  pager: ReactNode;
  /** What its address asks for, whichever page of it is open. */
  shown: Record<string, string>;
  /** What narrows it down, for what is done with all of it. */
  matching: Matching;
  /** For the head of the column that the list is sorted by. */
  order: { ascending: boolean; href: string };
}

/**
 * A page of a list, the way to its neighbours, and how many there are of all. A cursor that is none of ours leads to
 * the first page, not to an error.
 */
export async function listPage<Row>(input: ListPageInput<Row>): Promise<ListedPage<Row>> {
  const { path, filters = {}, faults = {}, params, limit = 25, file } = input;
  const { find, count } = Object.keys(faults).length > 0 ? nothing : input;
  const isTurned = paramOf(params, 'sort') === 'turned';
  const kept = { ...filters, sort: isTurned ? 'turned' : undefined };
  const first = addressOf(path, kept);
  const [after, before] = [paramOf(params, 'cursor'), paramOf(params, 'before')];
  const cursor = before ?? after;
  const query = { limit, ...(cursor ? { cursor } : {}), ascending: isTurned !== Boolean(before) };
  const [found, total] = await Promise.all([find(query), count?.()]).catch((error: unknown) => {
    if (error instanceof AltaError && error.fields.cursor) redirect(first);
    throw error;
  });
  const { list, next, previous } = Array.isArray(found)
    ? neighboursOf(found, { limit, after, before })
    : { list: found.list, next: found.nextCursor, previous: undefined };
  const isAll = !cursor && !next;
  // Back at the beginning, where a page may have come together of fewer rows than there is room for.
  if (before && !previous) redirect(first);
  return {
    list,
    pager: (
      <Pager
        total={isAll ? list.length : total}
        onPage={list.length}
        first={cursor && first}
        previous={previous && addressOf(path, { ...kept, before: previous })}
        next={next && addressOf(path, { ...kept, cursor: next })}
        file={file && addressOf(file, kept)}
      />
    ),
    shown: givenOf(kept),
    matching: {
      filters: givenOf(filters),
      total: isAll ? list.length : total,
      file: file && addressOf(file, kept),
    },
    order: {
      ascending: isTurned,
      href: addressOf(path, { ...filters, sort: isTurned ? undefined : 'turned' }),
    },
  };
}

const nothing = { find: async () => [], count: async () => 0 };

interface Neighbours {
  limit: number;
  after: string | undefined;
  before: string | undefined;
}

function neighboursOf<Row extends Listed>(rows: Row[], { limit, after, before }: Neighbours) {
  const onPage = rows.slice(0, limit);
  const list = before ? onPage.reverse() : onPage;
  const [first, last] = [list.at(0), list.at(-1)];
  const isFull = rows.length > limit;
  const hasPrevious = before ? isFull : Boolean(after);
  const hasNext = before ? true : isFull;
  return {
    list,
    previous: hasPrevious && first ? cursorOf(first) : undefined,
    next: hasNext && last ? cursorOf(last) : undefined,
  };
}
