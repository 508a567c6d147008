import 'server-only';
import type { Visit } from '#console/_session.ts';
import { dayFilters, daysOf, withPeriod } from '#console/_ui/days.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { aCuit, anyText, aReason, oneOf, readTyped } from '#console/_ui/typed-filters.ts';
import type { Context } from '#lib/context.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { documentTypesOf, invoiceTypes, letters } from '#lib/documents/invoice/document-types.ts';
import { AltaError } from '#lib/errors.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';
import type { InvoiceQuery } from '#lib/invoices/invoice-list.ts';
import { entryStateKeys } from '#lib/silo/states.ts';

const filters = {
  q: anyText(),
  state: oneOf([...entryStateKeys, 'authorized', 'waiting', 'archived']),
  reason: aReason,
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

/** The filters in the address, and the resulting query; dates are issue dates. */
export function readInvoiceParams(params: SearchParams) {
  const read = readTyped(withPeriod(params), filters);
  const { q, state, reason, issuer, point, kind, remark, class: letter, ...days } = read.values;
  const { first, last } = daysOf(days);
  const query: Omit<InvoiceQuery, 'limit'> = {
    q,
    state: entryStateKeys.find((key) => key === state),
    authorised: state === 'authorized',
    archived: state === 'archived',
    waiting: state === 'waiting',
    reason,
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

interface Asked {
  ctx: Context;
  query: URLSearchParams;
}

/** Route parameters of the invoice form's queries. */
export type FormQueryParams<Names extends string = never> = {
  params: Promise<Record<'workspace' | Names, string>>;
};

/**
 * Answers a query of the invoice form. Not a server action: those run one at a time, so a slow authority
 * would delay a save. If the result is undefined or an AltaError is thrown, returns `otherwise`, so that the
 * user can continue; without it, 404.
 */
export async function answerFormQuery<Answer>(
  request: Request,
  { ctx }: Visit,
  otherwise: NoInfer<Answer> | undefined,
  find: (asked: Asked) => Promise<Answer | undefined>,
): Promise<Response> {
  // Queries to the authority count towards limits, which other sites must not use up.
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  const answer = await find({ ctx, query: new URL(request.url).searchParams }).catch((error: unknown) => {
    if (error instanceof AltaError) return undefined;
    throw error;
  });
  const result = answer ?? otherwise;
  if (result === undefined) return new Response(null, { status: 404 });
  return Response.json(result, { headers: { 'cache-control': 'no-store' } });
}

/** The CUIT in the query; undefined if it is invalid. */
export function cuitOf({ query }: Asked): string | undefined {
  const cuit = normaliseCuit(query.get('cuit') ?? '');
  return isValidCuit(cuit) ? cuit : undefined;
}
