import 'server-only';

import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { invoiceTexts, seriesTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { renderMessage } from '#console/w/[workspace]/jobs/[id]/message-text.tsx';
import type { FoundInvoice } from '#lib/arca/invoicing.ts';
import { currencyOfAuthority } from '#lib/documents/invoice/currencies.ts';
import type {
  ComparedField,
  ComparedInvoice,
  ComparedNumber,
  InvoiceComparison,
} from '#lib/invoices/compare-series.ts';

/** One number of a comparison, in words. */
export interface ComparisonText {
  tone: 'good' | 'wait' | 'bad';
  title: string;
  text: string;
  lang?: string | undefined;
  rows: { name: string; here: string; there: string; differs: boolean }[];
}

/** Fields that are shown even if they are equal. */
const shownAlways: ComparedField[] = ['cae', 'date', 'customer', 'total'];

/** Compares the authority's data of an invoice with the data here. */
export async function comparisonTexts(compared: InvoiceComparison): Promise<ComparisonText[]> {
  const t = await getTranslations('console.entry.compare');
  if (compared.kind === 'unsent') {
    return [{ tone: 'wait', title: t('unsent.title'), text: t('unsent.text'), rows: [] }];
  }
  if (compared.kind === 'unanswered') {
    // The text for this code is about a document that is being sent.
    const { text, lang } =
      compared.why.code === 'authority-unavailable'
        ? { text: t('later'), lang: undefined }
        : renderMessage(compared.why, await getLocale());
    return [{ tone: 'wait', title: t('unanswered'), text, lang, rows: [] }];
  }
  const { here, isAuthorised, series } = compared;
  const texts = await seriesTexts();
  const format = await getFormatter();
  const cellOf = await valueTexts();
  return compared.numbers.map((each) => {
    const { number, voucher, differences } = each;
    const written = texts.number(series, number);
    const verdict = verdictOf(each, isAuthorised);
    const fields = format.list(differences.map((field) => t(`fields.${field}`)));
    const shown = [...shownAlways, ...differences.filter((field) => !shownAlways.includes(field))];
    return {
      tone: tones[verdict],
      title: t(`${verdict}.title`, { number: written }),
      text: t(`${verdict}.text`, { fields }),
      rows: voucher
        ? [
            {
              name: t('fields.number'),
              here: isAuthorised ? written : '-',
              there: written,
              differs: false,
            },
            ...shown.map((field) => ({
              name: t(`fields.${field}`),
              here: cellOf(here, field),
              there: cellOf(voucher, field),
              differs: differences.includes(field),
            })),
          ]
        : [],
    };
  });
}

const tones = {
  same: 'good',
  differs: 'bad',
  missing: 'bad',
  arrived: 'good',
  other: 'wait',
  notYet: 'wait',
} as const;

function verdictOf({ voucher, differences }: ComparedNumber, isAuthorised: boolean): keyof typeof tones {
  if (isAuthorised) return !voucher ? 'missing' : differences.length > 0 ? 'differs' : 'same';
  return !voucher ? 'notYet' : differences.length > 0 ? 'other' : 'arrived';
}

async function valueTexts() {
  const { day, total } = await invoiceTexts();
  return (invoice: ComparedInvoice | FoundInvoice, field: ComparedField): string => {
    switch (field) {
      case 'date':
        return invoice.date ? day(invoice.date) : '-';
      case 'customer':
        return invoice.receiverTaxId || invoice.receiverDocumentNumber;
      case 'cae':
      case 'concept':
      case 'destination':
      case 'exchangeRate':
        return `${invoice[field] || '-'}`;
      case 'request':
        return `${invoice.requestId ?? '-'}`;
      case 'currency':
        return currencyOfAuthority(invoice.currency);
      default:
        return total({ total: invoice[field], currency: currencyOfAuthority(invoice.currency) });
    }
  };
}
