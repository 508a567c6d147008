import 'server-only';

import { dayFilters, daysOf, withPeriod } from '#console/_ui/days.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { aCuit, anyText, oneOf, readTyped } from '#console/_ui/typed-filters.ts';
import { documentTypesOf, invoiceTypes, letters } from '#lib/documents/invoice/document-types.ts';
import type { InvoiceQuery } from '#lib/invoices/invoice-list.ts';
import { entryStateKeys } from '#lib/silo/states.ts';

const filters = {
  q: anyText(),
  state: oneOf([...entryStateKeys, 'archived']),
  class: oneOf(letters),
  kind: oneOf(invoiceTypes),
  remark: {
    read: (text: string) => (/^[\w-]{1,100}$/.test(text) ? text : undefined),
    fault: 'choice',
  },
  issuer: aCuit,
  point: {
    read: (text: string) => (/^\d{1,5}$/.test(text) ? String(Number(text)) : undefined),
    fault: 'number',
  },
  ...dayFilters,
} as const;

/** The filters as they stand in the address, and the query that they make; the days are those of issue. */
export function readInvoiceParams(params: SearchParams) {
  const read = readTyped(withPeriod(params), filters);
  const { q, state, issuer, point, kind, remark, class: letter, ...days } = read.values;
  const { first, last } = daysOf(days);
  const query: Omit<InvoiceQuery, 'limit'> = {
    q,
    state: state === 'archived' ? undefined : state,
    archived: state === 'archived',
    issuer,
    documentTypes: documentTypesOf(letter, kind),
    pointOfSale: point,
    remark,
    issuedFrom: first?.date,
    issuedUntil: last?.date,
  };
  return { ...read, query };
}
export type ReadInvoiceParams = ReturnType<typeof readInvoiceParams>;
