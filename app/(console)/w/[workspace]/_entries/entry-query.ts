import 'server-only';

import { type DayRange, paramOf, readDays, type SearchParams, spanOf } from '#console/_ui/list-page.tsx';
import { type EntryStateKey, entryStateKeys } from '#lib/silo/states.ts';

/** What the address of the list asks for. What is not understood is as if it were not there. */
export interface EntryFilters extends DayRange {
  q: string | undefined;
  /** Or what was archived, which no other list has. */
  state: EntryStateKey | 'archived' | undefined;
}

export const readFilters = (params: SearchParams): EntryFilters => ({
  q: paramOf(params, 'q'),
  state: ([...entryStateKeys, 'archived'] as const).find((key) => key === paramOf(params, 'state')),
  ...readDays(params),
});

/** The same, as the verb takes it. */
export const queryOf = (folder: 'suppliers' | 'invoices', { q, state, ...days }: EntryFilters) => ({
  folder,
  ...(state === 'archived' ? { archived: true } : { state }),
  ...(q ? { q } : {}),
  ...spanOf(days),
});
