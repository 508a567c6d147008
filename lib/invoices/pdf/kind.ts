import type { DocumentType } from '#lib/documents/invoice/document-types.ts';
import type { IssuedInvoice } from './issued.ts';
import { texts } from './texts.ts';

const receipts = ['4', '9', '15', '54'];
const cashSales = ['5', '10'];

/** `Factura`, `Nota de Crédito`. */
export function kindOf({ code, type }: DocumentType): string {
  if (receipts.includes(code)) return texts.kinds.receipt;
  return texts.kinds[cashSales.includes(code) ? 'cash-sale' : type];
}

/** `Factura A 00003-00000012` */
export const titleOf = ({ type, pointOfSale, number }: IssuedInvoice): string =>
  `${kindOf(type)} ${type.letter} ${pointOfSale}-${number}`;

/** `factura-a-00003-00000012.pdf` */
export const fileNameOf = (issued: IssuedInvoice): string =>
  `${titleOf(issued)
    .normalize('NFD')
    .replace(/[^\w\s-]/g, '')
    .replace(/\s+/g, '-')
    .toLowerCase()}.pdf`;
