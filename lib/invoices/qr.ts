import type { InvoiceRequest } from '#lib/arca/invoicing.ts';
import { invoiceQrPage } from '#lib/arca/portal.ts';

/** An invoice as the authority knows it. */
export interface InvoiceOfQr {
  /** Of who issued it. */
  cuit: string;
  number: number;
  /** 14 digits. */
  cae: string;
  /** What the authority was asked for, with the rate that it took where it was told none. */
  request: InvoiceRequest;
}

const unidentified = 99;

/**
 * The text of an invoice's QR: the address under which the authority shows whether it knows the invoice (RG 4892,
 * version 1 of its specification). Numbers are JSON numbers; a customer who is not identified is left out.
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
  // As the authority's own: not escaped, since some readers take what follows `p=` as it is. The JSON is ASCII without
  // `>`, `?` and `~`, so that no `+` or `/` comes out.
  return `${invoiceQrPage}?p=${Buffer.from(JSON.stringify(contents)).toString('base64')}`;
}
