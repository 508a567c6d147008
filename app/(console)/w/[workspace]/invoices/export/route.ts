import { getLocale, getTranslations } from 'next-intl/server';
import { listFile } from '#console/_list-file.ts';
import { requireMember } from '#console/_session.ts';
import { csvFile } from '#console/_ui/csv-file.ts';
import { unlessFaulty } from '#console/_ui/typed-filters.ts';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { type InvoiceSummary, numberOf, summaryOfSnippet } from '#lib/documents/invoice/preview.ts';
import { fetchInvoiceAmounts, listInvoices } from '#lib/invoices/invoice-list.ts';
import { noteExport } from '#lib/reports/activity.ts';
import { readInvoiceParams } from '../invoice-query.ts';

export const { GET, POST } = listFile(async ({ workspace, params, ids }) => {
  const { ctx } = await requireMember(workspace, 'invoices:read');
  const t = await getTranslations('console.invoices.list');
  const stateNames = await getTranslations('console.entry.states');
  const { kind } = await invoiceTexts();
  const read = readInvoiceParams(params);
  const find = unlessFaulty(read, async (query) => {
    const rows = await listInvoices(ctx, { ...read.query, ...query, ids });
    const amounts = await fetchInvoiceAmounts(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      ...row,
      invoice: summaryOfSnippet(row.snippet),
      amounts: amounts.get(row.id),
    }));
  });
  await noteExport(ctx, 'invoices');
  return csvFile({
    locale: await getLocale(),
    name: 'invoices',
    find,
    columns: [
      { head: t('document'), value: ({ invoice }) => kind(invoice) },
      { head: t('number'), value: ({ invoice }) => numberOf(invoice) },
      { head: 'CAE', value: ({ stamps }) => stamps.find(({ prv }) => prv === 'arca-cae')?.val },
      { head: t('state'), value: ({ state }) => stateNames(state ?? 'empty') },
      { head: t('remarks'), value: ({ remarks }) => remarks.map(({ code }) => code).join(' ') },
      { head: t('issuer'), value: ({ invoice }) => invoice.supplier.name },
      { head: t('issuerCuit'), value: ({ invoice }) => invoice.supplier.cuit },
      { head: t('customer'), value: ({ invoice }) => invoice.customer },
      { head: t('customerCode'), value: ({ amounts }) => amounts?.customerCode ?? '' },
      { head: t('date'), value: ({ invoice }) => invoice.issueDate },
      { head: t('net'), value: ({ invoice, amounts }) => signed(invoice, amounts?.net) },
      { head: t('vat'), value: ({ invoice, amounts }) => signed(invoice, amounts?.vat) },
      { head: t('otherTaxes'), value: ({ invoice, amounts }) => signed(invoice, amounts?.otherTaxes) },
      { head: t('total'), value: ({ invoice, amounts }) => signed(invoice, amounts?.total) },
      { head: t('currency'), value: ({ invoice }) => invoice.currency },
      {
        head: t('corrects'),
        value: ({ amounts }) =>
          numberOf({ series: amounts?.correctedSeries ?? '', code: amounts?.correctedCode ?? '' }),
      },
      { head: t('created'), value: ({ createdAt }) => createdAt },
      { head: 'id', value: ({ id }) => id },
      { head: 'key', value: ({ key }) => key ?? '' },
    ],
  });
});

/**
 * The amount as a number, negative for credit notes, so that the column can be summed. A number is exact for
 * the 15 digits of an amount.
 */
function signed({ type }: InvoiceSummary, amount: string | null | undefined): number | undefined {
  if (!amount) return undefined;
  return type?.type === 'credit-note' ? -Number(amount) : Number(amount);
}
