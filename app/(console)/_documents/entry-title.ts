import 'server-only';

import { summaryOf } from '#lib/documents/invoice/summary.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { invoiceTexts } from './invoice-texts.ts';
import { partyOf } from './party-of.ts';

/** What an entry is called: a party's name, an invoice's type and number. */
export async function entryTitle({ folder, doc }: Pick<EntryRow, 'folder' | 'doc'>): Promise<string> {
  if (folder !== 'invoices') return partyOf(doc).name;
  return (await invoiceTexts()).title(summaryOf(doc));
}
