import 'server-only';

import { summaryOfSnippet } from '#lib/documents/invoice/summary.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { invoiceTexts } from './invoice-texts.ts';
import { partyInList } from './party-of.ts';

/** What an entry is called: a party's name, an invoice's type and number. */
export async function entryTitle({
  folder,
  snippet,
}: Pick<ListedEntry, 'folder' | 'snippet'>): Promise<string> {
  if (folder !== 'invoices') return partyInList(snippet).name;
  return (await invoiceTexts()).title(summaryOfSnippet(snippet));
}
