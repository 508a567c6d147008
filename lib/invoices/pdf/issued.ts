import type { Document, Stamp } from '#lib/documents/envelope.ts';
import type { DocumentType } from '#lib/documents/invoice/document-types.ts';
import { documentType } from '#lib/documents/invoice/document-types.ts';
import { documentTypeExtension } from '#lib/documents/invoice/extensions.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';

/** An invoice that the authority has authorized. */
export interface IssuedInvoice {
  invoice: Invoice;
  type: DocumentType;
  /** `00003` */
  pointOfSale: string;
  /** `00000012` */
  number: string;
  /** `expiry`: ISO date. */
  cae: { number: string; expiry: string };
  /** The text of its QR. */
  qr: string;
}

/** An entry's invoice; undefined while its number, the CAE, its end or the QR is missing. */
export function storedInvoice({
  doc,
  stamps,
}: {
  doc: Document;
  stamps: Stamp[];
}): IssuedInvoice | undefined {
  const invoice = doc as unknown as Invoice & { code?: string };
  const stamped = (provider: string) => stamps.find(({ prv }) => prv === provider)?.val;
  const type = documentType(invoice.tax?.ext?.[documentTypeExtension] ?? '');
  const [number, expiry, qr] = [stamped('arca-cae'), stamped('arca-cae-expiry'), stamped('arca-qr')];
  if (!invoice.code || !type || !number || !expiry || !qr) return undefined;
  return {
    invoice,
    type,
    pointOfSale: invoice.series.padStart(5, '0'),
    number: invoice.code.padStart(8, '0'),
    cae: { number, expiry },
    qr,
  };
}
