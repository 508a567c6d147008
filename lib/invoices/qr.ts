import { invoiceQrPage } from '#lib/arca/endpoints.ts';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';

/** What the authority gave an invoice. */
export interface Authorisation {
  number: number;
  /** 14 digits. */
  cae: string;
}

const unidentified = 99;

/**
 * The text of an invoice's QR: the address under which the authority shows whether it knows the invoice (RG 4892,
 * version 1 of its specification). Numbers are JSON numbers; a customer who is not identified is left out.
 */
export function invoiceQrUrl(invoice: Invoice, { number, cae }: Authorisation): string {
  const told = authorityAmounts(invoice);
  const contents = {
    ver: 1,
    fecha: invoice.issue_date,
    cuit: Number(invoice.supplier.tax_id.code),
    ptoVta: told.PtoVta,
    tipoCmp: told.CbteTipo,
    nroCmp: number,
    importe: Number(told.ImpTotal),
    moneda: told.MonId,
    ctz: Number(told.MonCotiz),
    ...(told.DocTipo === unidentified ? {} : { tipoDocRec: told.DocTipo, nroDocRec: Number(told.DocNro) }),
    tipoCodAut: 'E',
    codAut: Number(cae),
  };
  // As the authority's own: not escaped, since some readers take what follows `p=` as it is. The JSON is ASCII without
  // `>`, `?` and `~`, so that no `+` or `/` comes out.
  return `${invoiceQrPage}?p=${Buffer.from(JSON.stringify(contents)).toString('base64')}`;
}
