import 'server-only';

import { documentType } from '#lib/documents/invoice/document-types.ts';
import { numberOf } from '#lib/documents/invoice/outline.ts';
import type { Series } from '#lib/invoices/series.ts';
import { invoiceTexts } from './entry-texts.ts';

type Named = Pick<Series, 'pointOfSale' | 'documentType'>;

/** How series and their numbers are written. */
export async function seriesTexts() {
  const { kind } = await invoiceTexts();
  return {
    /** `Factura A 00003` */
    title: ({ pointOfSale, documentType: code }: Named): string =>
      `${kind({ type: documentType(String(code)) })} ${String(pointOfSale).padStart(5, '0')}`,
    /** `00003-00000042` */
    number: ({ pointOfSale }: Pick<Named, 'pointOfSale'>, number: number): string =>
      numberOf({ series: String(pointOfSale), code: String(number) }) ?? '',
  };
}

/** `3-1`, as addresses have it: the point of sale, and the authority's code of the document type. */
export const segmentOf = ({ pointOfSale, documentType: code }: Named): string => `${pointOfSale}-${code}`;

/** The series that such a segment names. */
export function seriesOfSegment(segment: string): Named | undefined {
  const [, pointOfSale, code] = /^(\d{1,5})-(\d{1,3})$/.exec(segment) ?? [];
  return pointOfSale && code ? { pointOfSale: Number(pointOfSale), documentType: Number(code) } : undefined;
}
