import 'server-only';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { AltaError } from '#lib/errors.ts';
import { maxCounted, maxListCounted } from '#lib/limits.ts';
import { cursorOf, type Listed, type Page } from '#lib/paging.ts';
import { Pager } from './data-table.tsx';
import { rowChoices, rowsCookieName } from './density.ts';

/** Query parameters, as Next passes them to a page. */
export type SearchParams = Record<string, string | string[] | undefined>;

export const paramsOf = (request: Request): SearchParams =>
  Object.fromEntries(new URL(request.url).searchParams);

/** Text of a parameter, the first if repeated; undefined if empty. */
export function paramOf(params: SearchParams, name: string, longest = 200): string | undefined {
  const [text = ''] = [params[name]].flat();
  // PostgreSQL text cannot contain NUL.
  return text.replaceAll('\0', '').trim().slice(0, longest) || undefined;
}

/** Address of a list with these parameters: `?q=pan&state=empty`. */
export function addressOf(path: string, params: Record<string, string | undefined>): string {
  const query = new URLSearchParams(givenOf(params)).toString();
  return query ? `${path}?${query}` : path;
}

const givenOf = (params: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter((param): param is [string, string] => Boolean(param[1])));

interface RowsQuery {
  limit: number;
  cursor?: string;
  /** Whether to reverse the list's default order. */
  ascending: boolean;
}

interface ListPageInput<Row> {
  /** Address and filters of the list, which are part of each page's address. */
  path: string;
  filters?: Record<string, string | undefined>;
  /** Errors by filter. With any error the list is empty, instead of ignoring the filter. */
  faults?: Record<string, string>;
  params: SearchParams;
  /** Rows per page, if the reader cannot choose. */
  limit?: number;
  /** Returns one row more than `limit`, or a page of a list with its own forward-only cursors. */
  find: (query: RowsQuery) => Promise<Page<Row> | (Row & Listed)[]>;
  /** Number of rows, counted up to `most` + 1, or `maxCounted` + 1 for a text search. */
  count?: (most: number) => Promise<number>;
  /** Address of the export of all rows. */
  file?: string;
}

export interface Matching {
  filters: Record<string, string>;
  /** Undefined if the list is not counted to its end. */
  total: number | undefined;
  file: string | undefined;
}

export interface ListedPage<Row> {
  list: Row[];
  pager: ReactNode;
  /** Filters and sort order, without the page. */
  shown: Record<string, string>;
  /** The filters, for actions on all matching rows. */
  matching: Matching;
  /** Sort order, for the heading of the column that the list is sorted by. */
  order: { ascending: boolean; href: string };
}

/**
 * A page of a list with links to its neighbours and the total count. An invalid cursor redirects to the first
 * page.
 */
export async function listPage<Row>(input: ListPageInput<Row>): Promise<ListedPage<Row>> {
  const { path, filters = {}, faults = {}, params, file } = input;
  const { find, count } = Object.keys(faults).length > 0 ? nothing : input;
  const isReversed = paramOf(params, 'sort') === 'turned';
  const shownParams = { ...filters, sort: isReversed ? 'turned' : undefined };
  const chosen = input.limit === undefined ? await readRows(params) : undefined;
  const limit = input.limit ?? chosen ?? rowChoices[0];
  const rows = chosen && chosen !== rowChoices[0] ? String(chosen) : undefined;
  const pageParams = { ...shownParams, rows };
  const first = addressOf(path, pageParams);
  const [after, before] = [paramOf(params, 'cursor'), paramOf(params, 'before')];
  const cursor = before ?? after;
  const query = { limit, ...(cursor ? { cursor } : {}), ascending: isReversed !== Boolean(before) };
  const found = await find(query).catch((error: unknown) => {
    if (error instanceof AltaError && error.fields.cursor) redirect(first);
    throw error;
  });
  const { list, next, previous } = Array.isArray(found)
    ? neighboursOf(found, { limit, after, before })
    : { list: found.list, next: found.nextCursor, previous: undefined };
  // Back at the first page: loads it from its start, because this page may have fewer rows than the limit.
  if (before && !previous) redirect(first);
  const total = !cursor && !next ? list.length : await count?.(maxListCounted);
  const isMore = total === (filters.q ? maxCounted : maxListCounted) + 1;
  return {
    list,
    pager: (
      <Pager
        total={total}
        isMore={isMore}
        onPage={list.length}
        first={cursor && first}
        previous={previous && addressOf(path, { ...pageParams, before: previous })}
        next={next && addressOf(path, { ...pageParams, cursor: next })}
        file={file && addressOf(file, shownParams)}
        rows={chosen === undefined ? undefined : { chosen, path: addressOf(path, shownParams) }}
      />
    ),
    shown: givenOf(shownParams),
    matching: {
      filters: givenOf(filters),
      total: isMore ? undefined : total,
      file: file && addressOf(file, shownParams),
    },
    order: {
      ascending: isReversed,
      href: addressOf(path, { ...filters, sort: isReversed ? undefined : 'turned', rows }),
    },
  };
}

/** Rows per page: as the address states, or as this browser chose last. */
async function readRows(params: SearchParams): Promise<number> {
  const given = paramOf(params, 'rows') ?? (await cookies()).get(rowsCookieName)?.value;
  return rowChoices.find((each) => String(each) === given) ?? rowChoices[0];
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
