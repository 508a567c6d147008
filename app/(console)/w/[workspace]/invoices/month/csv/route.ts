import { Readable } from 'node:stream';
import Big from 'big.js';
import { getLocale, getTranslations } from 'next-intl/server';
import { csvLines } from '#console/_ui/csv-file.ts';
import type { Context } from '#lib/context.ts';
import { nameOfType } from '#lib/documents/invoice/document-types.ts';
import { inPesos, type Sale, signOf, taxesOfKind, taxKinds } from '#lib/documents/invoice/sale.ts';
import { vatRates } from '#lib/documents/invoice/vat.ts';
import { type MonthQuery, salesOfMonth } from '#lib/invoices/sales-month.ts';
import { monthFile } from '../month-query.ts';

export const GET = monthFile(async (ctx, query) => {
  const lines = Readable.from(linesOf(ctx, query, await columns(), await getLocale()));
  return {
    name: `ventas-${query.month}-${query.issuer}.csv`,
    mime: 'text/csv',
    content: Readable.toWeb(lines) as ReadableStream<Uint8Array>,
  };
});

const zero = new Big(0);

type Column = [head: string, value: (sale: Sale, pesos: Sale | undefined) => string | number];

async function* linesOf(ctx: Context, query: MonthQuery, columns: Column[], locale: string) {
  const encode = (lines: (string | number)[][]) => Buffer.from(csvLines(locale, lines));
  yield Buffer.concat([Buffer.from('\u{feff}'), encode([columns.map(([head]) => head)])]);
  for await (const page of salesOfMonth(ctx, query)) {
    yield encode(
      page.map(({ sale }) => {
        const pesos = inPesos(sale);
        return columns.map(([, value]) => value(sale, pesos));
      }),
    );
  }
}

/** Amounts are in pesos and negative for credit notes; the last columns have them in the document's currency. */
async function columns(): Promise<Column[]> {
  const t = await getTranslations('console.invoices.month.columns');
  const month = await getTranslations('console.invoices.month');
  const names = await getTranslations('console.invoices.kinds');
  const statuses = await getTranslations('console.suppliers.vatStatuses');
  const taxes = await getTranslations('console.invoices.month.taxes');
  const amount =
    (of: (sale: Sale) => Big): Column[1] =>
    (sale, pesos) =>
      pesos ? Number(of(pesos).times(signOf(sale))) : '';
  const original =
    (of: (sale: Sale) => Big): Column[1] =>
    (sale) =>
      sale.currency === 'ARS' ? '' : Number(of(sale).times(signOf(sale)));
  const ofRate = (code: number, part: 'net' | 'vat') =>
    amount(({ vat }) => vat.reduce((sum, each) => (each.code === code ? sum.plus(each[part]) : sum), zero));
  const net = ({ vat, withoutVat }: Sale) => vat.reduce((sum, each) => sum.plus(each.net), withoutVat);
  const allVat = ({ vat }: Sale) => vat.reduce((sum, each) => sum.plus(each.vat), zero);
  return [
    [t('date'), ({ issuedOn }) => issuedOn],
    [t('typeCode'), ({ type }) => type.code.padStart(3, '0')],
    [t('type'), ({ type }) => `${names(nameOfType(type))} ${type.letter}`],
    [t('pointOfSale'), ({ pointOfSale }) => String(pointOfSale).padStart(5, '0')],
    [t('number'), ({ number }) => String(number).padStart(8, '0')],
    ['CAE', ({ cae }) => cae],
    [t('identityType'), ({ customer }) => customer.identityType],
    [t('identity'), ({ customer }) => customer.identity],
    [t('customer'), ({ customer }) => customer.name],
    [
      t('vatStatus'),
      ({ customer: { vatStatus } }) =>
        statuses.has(vatStatus as '1') ? statuses(vatStatus as '1') : vatStatus,
    ],
    ...vatRates.flatMap(({ code, percent }): Column[] => [
      [month('netAt', { percent }), ofRate(code, 'net')],
      [month('vatAt', { percent }), ofRate(code, 'vat')],
    ]),
    [month('withoutVat'), amount(({ withoutVat }) => withoutVat)],
    [month('notTaxed'), amount(({ notTaxed }) => notTaxed)],
    [month('exempt'), amount(({ exempt }) => exempt)],
    ...taxKinds.map((kind): Column => [taxes(kind), amount((sale) => taxesOfKind(sale, kind))]),
    [month('total'), amount(({ total }) => total)],
    [t('currency'), ({ currency }) => currency],
    [t('rate'), ({ rate }) => (rate === undefined ? '' : Number(rate))],
    [t('originalNet'), original(net)],
    [t('originalVat'), original(allVat)],
    [t('originalTotal'), original(({ total }) => total)],
  ];
}
