import type { Sale } from '#lib/arca/invoicing.ts';
import { invoiceQrPage } from '#lib/arca/portal.ts';

export interface InvoiceOfQr {
  /** The issuer's CUIT. */
  cuit: string;
  number: number;
  /** 14 digits. */
  cae: string;
  /** With the exchange rate that the authority applied if none was sent. */
  sale: Sale;
}

const unidentified = 99;

/**
 * Text of an invoice's QR code: the address at which the authority verifies the invoice (RG 4892, version 1
 * of its specification). Numbers are JSON numbers; an unidentified customer is left out.
 */
export function invoiceQrUrl({ cuit, number, cae, sale }: InvoiceOfQr): string {
  const contents = {
    ver: 1,
    fecha: sale.date,
    cuit: Number(cuit),
    ptoVta: sale.pointOfSale,
    tipoCmp: sale.documentType,
    nroCmp: number,
    importe: Number(sale.total),
    moneda: sale.currency,
    ...(sale.exchangeRate ? { ctz: Number(sale.exchangeRate) } : {}),
    ...(sale.receiverDocumentType === unidentified
      ? {}
      : {
          tipoDocRec: sale.receiverDocumentType,
          nroDocRec: Number(sale.receiverDocumentNumber),
        }),
    tipoCodAut: 'E',
    codAut: Number(cae),
  };
  // Not URL-encoded, as in the authority's QR codes: some readers use the text after `p=` unchanged. The
  // JSON is ASCII without `>`, `?` and `~`, so its base64 has no `+` or `/`.
  return `${invoiceQrPage}?p=${Buffer.from(JSON.stringify(contents)).toString('base64')}`;
}
