import 'server-only';
import type { Visit } from '#console/_session.ts';
import { dayFilters, daysOf, withPeriod } from '#console/_ui/days.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { aCuit, anyText, oneOf, readTyped } from '#console/_ui/typed-filters.ts';
import type { Context } from '#lib/context.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { documentTypesOf, invoiceTypes, letters } from '#lib/documents/invoice/document-types.ts';
import { AltaError } from '#lib/errors.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';
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

interface Asked {
  ctx: Context;
  query: URLSearchParams;
}

/** What an address of the form's is: its workspace, and the names in it. */
export type DeskParams<Names extends string = never> = {
  params: Promise<Record<'workspace' | Names, string>>;
};

/**
 * Answers the invoice's form. No actions: those wait for one another, and a save would wait for an authority that is
 * slow. Undefined is told as `otherwise`, and so is a failure that is expected: who types can go on without it. Without
 * an `otherwise` it is not there.
 */
export async function answerDesk<Answer>(
  request: Request,
  { ctx }: Visit,
  otherwise: NoInfer<Answer> | undefined,
  find: (asked: Asked) => Promise<Answer | undefined>,
): Promise<Response> {
  // What is asked of the authority is counted: another site has none to ask.
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  const answer = await find({ ctx, query: new URL(request.url).searchParams }).catch((error: unknown) => {
    if (error instanceof AltaError) return undefined;
    throw error;
  });
  const told = answer ?? otherwise;
  if (told === undefined) return new Response(null, { status: 404 });
  return Response.json(told, { headers: { 'cache-control': 'no-store' } });
}

/** Of whom it is asked; undefined for what is no CUIT. */
export function cuitOf({ query }: Asked): string | undefined {
  const cuit = normaliseCuit(query.get('cuit') ?? '');
  return isValidCuit(cuit) ? cuit : undefined;
}
