import 'server-only';

import { dayFilters, spanOf, withPeriod } from '#console/_ui/days.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { anyText, oneOf, readTyped } from '#console/_ui/typed-filters.ts';
import { isSupplierAt, type SupplierStage, supplierStages } from '#lib/reports/open-registrations.ts';
import type { EntryQuery } from '#lib/silo/entries.ts';
import { type EntryStateKey, entryStateKeys } from '#lib/silo/states.ts';

/**
 * Filter choices that are not states: suppliers that cannot issue an invoice, and archived entries, which no other
 * filter includes.
 */
export const otherChoices = ['cannot-invoice', 'no-point-of-sale', 'archived'] as const;

const filters = {
  q: anyText(),
  state: oneOf([...entryStateKeys, ...supplierStages, ...otherChoices]),
  ...dayFilters,
};

/** The filters in the list's address, and the resulting query. */
export function readEntryParams(folder: 'suppliers', params: SearchParams) {
  const read = readTyped(withPeriod(params), filters);
  const { q, state, ...days } = read.values;
  return {
    ...read,
    query: { folder, ...stateQueryOf(state), ...(q ? { q } : {}), ...spanOf(days) },
  };
}
export type ReadEntryParams = ReturnType<typeof readEntryParams>;

function stateQueryOf(
  state: EntryStateKey | SupplierStage | (typeof otherChoices)[number] | undefined,
): Pick<EntryQuery, 'state' | 'archived' | 'withoutPointOfSale' | 'unableToInvoice' | 'condition'> {
  if (state === 'archived') return { archived: true };
  if (state === 'no-point-of-sale') return { withoutPointOfSale: true };
  if (state === 'cannot-invoice') return { unableToInvoice: new Date() };
  const stage = supplierStages.find((each) => each === state);
  if (stage) return { state: 'processing', condition: isSupplierAt(stage) };
  return { state: entryStateKeys.find((each) => each === state) };
}
