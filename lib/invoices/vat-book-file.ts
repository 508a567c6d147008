import type { Context } from '#lib/context.ts';
import { vatBookBytes, vatBookRecords } from '#lib/documents/invoice/vat-book.ts';
import type { Download } from '#lib/http/download.ts';
import { zipStream } from '#lib/zip.ts';
import { type MonthQuery, salesOfMonth } from './sales-month.ts';

/** The month's two files of the «Libro IVA Digital» (docs/authority.md#vat-book), in a ZIP. */
export const vatBookOf = (ctx: Context, query: MonthQuery): Download => ({
  name: `libro-iva-digital-${query.month}-${query.issuer}.zip`,
  mime: 'application/zip',
  content: zipStream(vatBookFiles(ctx, query)),
});

/**
 * Both files are made in one pass, because they must have the same documents, and another may be authorized meanwhile.
 * The second, of about 64 bytes for each document, is kept until the first is written.
 */
async function* vatBookFiles(ctx: Context, query: MonthQuery) {
  const rates: Buffer[] = [];
  yield { name: 'LIBRO_IVA_DIGITAL_VENTAS_CBTE.txt', parts: vouchersOf(ctx, query, rates) };
  yield { name: 'LIBRO_IVA_DIGITAL_VENTAS_ALICUOTAS.txt', parts: inOrder(rates) };
}

async function* vouchersOf(ctx: Context, query: MonthQuery, rates: Buffer[]) {
  for await (const page of salesOfMonth(ctx, query)) {
    const records = page.flatMap(({ sale }) => vatBookRecords(sale) ?? []);
    rates.push(vatBookBytes(records.flatMap((record) => record.rates)));
    yield vatBookBytes(records.map(({ voucher }) => voucher));
  }
}

async function* inOrder(parts: readonly Buffer[]) {
  yield* parts;
}
