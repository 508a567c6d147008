import { type EntryStateKey, entryStateKeys } from '#lib/silo/states.ts';

/** The states of a folder's entries that are offered; another one still has its address. */
export const statesOf = {
  suppliers: ['invalid', 'empty', 'draft', 'processing', 'registered', 'error', 'rejected', 'void'],
  invoices: ['invalid', 'empty', 'draft', 'processing', 'sent', 'paid', 'error', 'rejected', 'void'],
} as const satisfies Record<string, readonly EntryStateKey[]>;

/** What the address of the list asks for. What is not understood is as if it were not there. */
export interface ListQuery {
  q: string;
  state: EntryStateKey | undefined;
  cursor: string | undefined;
}

export type SearchParams = Record<string, string | string[] | undefined>;

const longestSearch = 200;

export function readQuery(params: SearchParams): ListQuery {
  const [q, state, cursor] = [first(params.q), first(params.state), first(params.cursor)];
  return {
    q: q.trim().slice(0, longestSearch),
    state: entryStateKeys.find((key) => key === state),
    cursor: cursor || undefined,
  };
}

/** The list's address with this in it, such as `?q=pan&state=empty`. */
export function addressOf(path: string, { q, state, cursor }: Partial<ListQuery>): string {
  const params = Object.entries({ q, state, cursor }).filter((each): each is [string, string] =>
    Boolean(each[1]),
  );
  return params.length ? `${path}?${new URLSearchParams(params)}` : path;
}

const first = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value[0] : value) ?? '';
