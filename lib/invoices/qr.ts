import type { InvoiceRequest } from '#lib/arca/invoicing.ts';
import { invoiceQrPage } from '#lib/arca/portal.ts';

export interface InvoiceOfQr {
  /** The issuer's CUIT. */
  cuit: string;
  number: number;
  /** 14 digits. */
  cae: string;
  /** The request to the authority, including the exchange rate that it applied if none was sent. */
  request: InvoiceRequest;
}

const unidentified = 99;

/**
 * Text of an invoice's QR code: the address at which the authority verifies the invoice (RG 4892, version 1
 * of its specification). Numbers are JSON numbers; an unidentified customer is left out.
 */
export function invoiceQrUrl({ cuit, number, cae, request }: InvoiceOfQr): string {
  const contents = {
    ver: 1,
    fecha: request.CbteFch.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'),
    cuit: Number(cuit),
    ptoVta: request.PtoVta,
    tipoCmp: request.CbteTipo,
    nroCmp: number,
    importe: Number(request.ImpTotal),
    moneda: request.MonId,
    ...(request.MonCotiz ? { ctz: Number(request.MonCotiz) } : {}),
    ...(request.DocTipo === unidentified
      ? {}
      : { tipoDocRec: request.DocTipo, nroDocRec: Number(request.DocNro) }),
    tipoCodAut: 'E',
    codAut: Number(cae),
  };
  // Not URL-encoded, like the authority's own, because some readers use the text after `p=` unchanged. The
  // JSON is ASCII without `>`, `?` and `~`, so its base64 has no `+` or `/`.
  return `${invoiceQrPage}?p=${Buffer.from(JSON.stringify(contents)).toString('base64')}`;
}
