import 'server-only';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { SearchItem } from '#console/_shell/search-places.ts';
import { writtenMoney } from '#console/_ui/money.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { documentType, nameOfType } from '#lib/documents/invoice/document-types.ts';
import { type InvoiceSummary, numberOf, summaryOfSnippet } from '#lib/documents/invoice/preview.ts';
import type { Series } from '#lib/invoices/series.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { partyInList } from './party-of.ts';

/** Formats invoices for lists and headings. */
export async function invoiceTexts() {
  const t = await getTranslations('console.invoices');
  const format = await getFormatter();
  const locale = await getLocale();
  const kind = ({ type }: Pick<InvoiceSummary, 'type'>): string =>
    type ? `${t(`kinds.${nameOfType(type)}`)} ${type.letter}` : t('kinds.standard');
  return {
    /** `Factura A` */
    kind,
    /** `Factura A 00003-00000012` */
    title: (invoice: Pick<InvoiceSummary, 'type' | 'series' | 'code'>) =>
      `${kind(invoice)} ${numberOf(invoice) ?? t('list.noNumber')}`,
    total: ({ total, currency }: Pick<InvoiceSummary, 'total' | 'currency'>): string =>
      total ? writtenMoney(total, currency, locale) : '-',
    /** Negative for a credit note, so that a column can be added up. */
    signedTotal: ({ type, total, currency }: Pick<InvoiceSummary, 'type' | 'total' | 'currency'>): string => {
      const sign = type?.type === 'credit-note' ? '-' : '';
      return total ? writtenMoney(`${sign}${total}`, currency, locale) : '-';
    },
    /** An exchange rate, in pesos. */
    rate: (rate: string): string => writtenMoney(rate, 'ARS', locale, 6),
    day: (date: string): string => {
      const day = new Date(`${date}T12:00:00-03:00`);
      return Number.isNaN(day.getTime()) ? '-' : format.dateTime(day, 'day');
    },
  };
}

/** Display name of an entry: a party's name, or an invoice's type and number. */
export async function entryTitles() {
  const { title } = await invoiceTexts();
  return ({ folder, snippet }: Pick<ListedEntry, 'folder' | 'snippet'>): string =>
    folder === 'invoices' ? title(summaryOfSnippet(snippet)) : partyInList(snippet).name;
}

export const entryTitle = async (entry: Pick<ListedEntry, 'folder' | 'snippet'>): Promise<string> =>
  (await entryTitles())(entry);

/** The same for a list of entries of which only the name is shown: parties and total tell invoices without a number apart. */
export async function entryNames() {
  const { title, total } = await invoiceTexts();
  const t = await getTranslations('console.invoices.list');
  return ({ folder, snippet }: Pick<ListedEntry, 'folder' | 'snippet'>): string => {
    if (folder !== 'invoices') return partyInList(snippet).name;
    const invoice = summaryOfSnippet(snippet);
    if (numberOf(invoice)) return title(invoice);
    const parties = `${invoice.supplier.name} → ${invoice.customer || t('noCustomer')}`;
    return [title(invoice), parties, total(invoice)].join(' · ');
  };
}

/** Issuer and customer of an invoice; tax code of a party. */
async function entryDetail({ folder, snippet }: Pick<ListedEntry, 'folder' | 'snippet'>): Promise<string> {
  if (folder === 'invoices') {
    const { supplier, customer } = summaryOfSnippet(snippet);
    return `${supplier.name} → ${customer || (await getTranslations('console.invoices.list'))('noCustomer')}`;
  }
  const { country, code } = partyInList(snippet);
  return country === 'AR' ? formatCuit(code) : code;
}

/** The entry as a search item. */
export const openedEntry = async (
  entry: Pick<ListedEntry, 'folder' | 'snippet'>,
): Promise<Omit<SearchItem, 'href'>> => ({
  title: await entryTitle(entry),
  detail: await entryDetail(entry),
  icon: entryIcon(entry.folder),
});

function entryIcon(folder: string) {
  if (folder === 'invoices') return 'invoices';
  return folder === 'suppliers' ? 'suppliers' : 'people';
}

type Named = Pick<Series, 'pointOfSale' | 'documentType'>;

/** Formats series and their numbers. */
export async function seriesTexts() {
  const { kind } = await invoiceTexts();
  return {
    /** `Factura A 00003` */
    title: ({ pointOfSale, documentType: code }: Named): string =>
      `${kind({ type: documentType(String(code)) })} ${String(pointOfSale).padStart(5, '0')}`,
    /** `00003-00000042` */
    number: ({ pointOfSale }: Pick<Named, 'pointOfSale'>, number: number): string =>
      numberOf({ series: String(pointOfSale), code: String(number) }) ?? '',
  };
}

/** Path segment of a series, such as `3-1`: the point of sale and the authority's document type code. */
export const segmentOf = ({ pointOfSale, documentType: code }: Named): string => `${pointOfSale}-${code}`;

/** The reverse of `segmentOf`. */
export function seriesOfSegment(segment: string): Named | undefined {
  const [, pointOfSale, code] = /^(\d{1,5})-(\d{1,3})$/.exec(segment) ?? [];
  return pointOfSale && code ? { pointOfSale: Number(pointOfSale), documentType: Number(code) } : undefined;
}
