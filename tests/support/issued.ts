import { serviceFor } from '#lib/arca/services.ts';
import { type IssuedInvoice, readIssuedInvoice } from '#lib/invoices/pdf/paper.ts';
import { invoiceQrUrl } from '#lib/invoices/qr.ts';
import { build } from './invoices.ts';

const authorisation = { number: 12, cae: '86372444134504' };

export const qrOf = (data: unknown): string => {
  const invoice = build(data);
  const { requestOf, saleOf } = serviceFor(Number(invoice.tax?.ext?.['ar-arca-doc-type'])).calls;
  return invoiceQrUrl({
    ...authorisation,
    cuit: invoice.supplier.tax_id.code,
    sale: saleOf(requestOf(invoice, '019aa000-0000-7000-8000-000000000001')),
  });
};

/** An invoice with the results of the authority's response. */
export function issue(data: unknown): IssuedInvoice {
  const doc = { ...build(data), code: String(authorisation.number) };
  const stamps = [
    { prv: 'arca-cae', val: authorisation.cae },
    { prv: 'arca-cae-expiry', val: '2026-11-30' },
    { prv: 'arca-qr', val: qrOf(data) },
  ];
  const issued = readIssuedInvoice({ doc, stamps });
  if (!issued) throw new Error('the invoice is not issued');
  return issued;
}
