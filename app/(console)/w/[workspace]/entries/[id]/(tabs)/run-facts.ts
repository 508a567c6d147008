import 'server-only';

import { getTranslations } from 'next-intl/server';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { paperGapsOf } from '#lib/documents/invoice/paper.ts';
import { summaryOf } from '#lib/documents/invoice/summary.ts';
import type { EntryRow } from '#lib/silo/entries.ts';

/** What is about to be sent, in the words of who has to answer for it. */
export interface RunFacts {
  facts: { label: string; value: string }[];
  /** What its paper will lack. */
  gaps: string[];
}

/** Of an invoice that is not authorized yet: it can not be taken back once it is. */
export async function runFactsOf({ folder, doc, stamps }: EntryRow): Promise<RunFacts | undefined> {
  if (folder !== 'invoices' || stamps.length > 0) return undefined;
  const t = await getTranslations('console.entry.run.facts');
  const paper = await getTranslations('console.suppliers.paper.gaps');
  const list = await getTranslations('console.invoices.list');
  const texts = await invoiceTexts();
  const invoice = summaryOf(doc);
  const { supplier, customer, series } = invoice;
  return {
    facts: [
      { label: t('issuer'), value: `${supplier.name} ${formatCuit(supplier.cuit)}` },
      { label: t('customer'), value: customer || list('noCustomer') },
      { label: t('type'), value: texts.kind(invoice) },
      { label: t('pointOfSale'), value: series.padStart(5, '0') },
      { label: t('total'), value: texts.total(invoice) },
    ],
    gaps: paperGapsOf(doc).map(({ gap }) => paper(gap)),
  };
}
