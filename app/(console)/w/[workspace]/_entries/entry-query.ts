import 'server-only';

import { type DayRange, readDays, spanOf } from '#console/_ui/days.ts';
import { paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import type { EntryQuery } from '#lib/silo/entries.ts';
import { type EntryStateKey, entryStateKeys } from '#lib/silo/states.ts';

export const otherChoices = ['no-point-of-sale', 'archived'] as const;

/** What the address of the list asks for. What is not understood is as if it were not there. */
export interface EntryFilters extends DayRange {
  q: string | undefined;
  /** Or what is no state: archived entries, which no other list has; suppliers without a point of sale. */
  state: EntryStateKey | (typeof otherChoices)[number] | undefined;
}

export const readFilters = (params: SearchParams): EntryFilters => ({
  q: paramOf(params, 'q'),
  state: [...entryStateKeys, ...otherChoices].find((key) => key === paramOf(params, 'state')),
  ...readDays(params),
});

/** The same, as the verb takes it. */
export const queryOf = (folder: 'suppliers', { q, state, ...days }: EntryFilters) => ({
  folder,
  ...stateQueryOf(state),
  ...(q ? { q } : {}),
  ...spanOf(days),
});

function stateQueryOf(
  state: EntryFilters['state'],
): Pick<EntryQuery, 'state' | 'archived' | 'withoutPointOfSale'> {
  if (state === 'archived') return { archived: true };
  if (state === 'no-point-of-sale') return { withoutPointOfSale: true };
  return { state };
}
