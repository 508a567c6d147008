import { paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { type EntryStateKey, entryStateKeys } from '#lib/silo/states.ts';

/** The states of a folder's entries that are offered; another one still has its address. */
const usualStates = {
  suppliers: ['invalid', 'empty', 'draft', 'processing', 'registered', 'error', 'rejected', 'void'],
  invoices: ['invalid', 'empty', 'draft', 'processing', 'sent', 'paid', 'error', 'rejected', 'void'],
} as const satisfies Record<string, readonly EntryStateKey[]>;

/** What the address of the list asks for. What is not understood is as if it were not there. */
export interface ListQuery {
  q: string | undefined;
  state: EntryStateKey | undefined;
}

export const readQuery = (params: SearchParams): ListQuery => ({
  q: paramOf(params, 'q'),
  state: entryStateKeys.find((key) => key === paramOf(params, 'state')),
});

/** The one that is asked for is among them, whichever it is. */
export const statesToChoose = (folder: keyof typeof usualStates, asked: EntryStateKey | undefined) => [
  ...new Set([...usualStates[folder], ...(asked ? [asked] : [])]),
];
