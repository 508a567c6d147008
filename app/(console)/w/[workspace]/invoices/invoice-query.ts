import 'server-only';

import { daysOf, readDays } from '#console/_ui/days.ts';
import { paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { normaliseCuit } from '#lib/documents/cuit.ts';
import { documentTypesOf, invoiceTypes, letters } from '#lib/documents/invoice/document-types.ts';
import type { InvoiceQuery } from '#lib/invoices/invoice-list.ts';
import { entryStateKeys } from '#lib/silo/states.ts';

/** The filters as they stand in the address, and the query that they make; the days are those of issue. What is not understood is not there. */
export function readInvoiceParams(params: SearchParams) {
  const [issuer, point] = [normaliseCuit(paramOf(params, 'issuer') ?? ''), paramOf(params, 'point') ?? ''];
  const typed = {
    q: paramOf(params, 'q'),
    state: ([...entryStateKeys, 'archived'] as const).find((key) => key === paramOf(params, 'state')),
    class: letters.find((letter) => letter === paramOf(params, 'class')),
    kind: invoiceTypes.find((type) => type === paramOf(params, 'kind')),
    issuer: /^\d{11}$/.test(issuer) ? issuer : undefined,
    point: /^\d{1,5}$/.test(point) ? String(Number(point)) : undefined,
    ...readDays(params),
  };
  const { first, last } = daysOf(typed);
  const query: Omit<InvoiceQuery, 'limit'> = {
    q: typed.q,
    state: typed.state === 'archived' ? undefined : typed.state,
    archived: typed.state === 'archived',
    issuer: typed.issuer,
    documentTypes: documentTypesOf(typed.class, typed.kind),
    pointOfSale: typed.point,
    issuedFrom: first?.date,
    issuedUntil: last?.date,
  };
  return { typed, query };
}
export type TypedInvoiceFilters = ReturnType<typeof readInvoiceParams>['typed'];
