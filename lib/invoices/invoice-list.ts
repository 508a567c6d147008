import Big from 'big.js';
import { and, between, count, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Context, reader } from '#lib/context.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { Money, money, sumOf } from '#lib/documents/invoice/amount.ts';
import { isTaxCharge } from '#lib/documents/invoice/extensions.ts';
import { isObject, itemsOf, membersOf, textOf } from '#lib/documents/json.ts';
import { partyOfListedEntry } from '#lib/documents/party.ts';
import type { StoredFault } from '#lib/faults.ts';
import { maxCounted } from '#lib/limits.ts';
import { fromInstant, inOrder } from '#lib/paging.ts';
import { requirePermission } from '#lib/roles.ts';
import {
  countEntries,
  type EntryQuery,
  inList,
  type ListedEntry,
  listEntries,
  listedColumns,
} from '#lib/silo/entries.ts';
import { searchEntries } from '#lib/silo/search.ts';

const folder = 'invoices';

export type InvoiceQuery = Omit<EntryQuery, 'folder'> & {
  q?: string | undefined;
};

/**
 * Lists invoices that match every given filter. `q` searches the number, the customer, the first digits of the CAE,
 * the total, and the issuer's name or tax code. Returns rows for one page, plus one if there is a next page.
 */
export async function listInvoices(ctx: Context, { q, ...query }: InvoiceQuery): Promise<ListedEntry[]> {
  requirePermission(ctx, 'invoices:read');
  if (q === undefined) return listEntries(ctx, { ...query, folder });
  const digits = digitsOf(q);
  if (digits.length === caeLength) return withCae(ctx, query, digits);
  const total = amountIn(q);
  const found = await Promise.all([
    searchEntries(ctx, { ...query, folder, q }),
    issuedBy(ctx, query, q),
    digits.length >= minCaeDigits ? withCae(ctx, query, digits) : [],
    total ? withTotal(ctx, query, total) : [],
  ]);
  const byId = new Map(found.flat().map((entry) => [entry.id, entry]));
  const direction = query.ascending ? 1 : -1;
  return [...byId.values()]
    .toSorted((a, b) => direction * (a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)))
    .slice(0, query.limit + 1);
}

/**
 * Number of invoices that match the filters, up to `most` + 1; of a text search, which reads every match, up to
 * `maxCounted` + 1.
 */
export async function countInvoices(
  ctx: Context,
  query: Omit<InvoiceQuery, 'limit'>,
  most = maxCounted,
): Promise<number> {
  if (query.q !== undefined) return (await listInvoices(ctx, { ...query, limit: maxCounted })).length;
  requirePermission(ctx, 'invoices:read');
  return countEntries(ctx, { ...query, folder }, most);
}

const caeLength = 14;
/** Fewer digits are a number or a total. */
const minCaeDigits = 4;

/** Number of invoices that failed for the same reason, with one of their faults. */
export interface ReasonCount {
  fault: StoredFault;
  count: number;
}

const maxReasons = 50;
/** Failed invoices beyond this number are not counted. */
const maxFailed = 100_000;

/** Reasons of the failed invoices that match the filters, most frequent first. */
export async function countReasons(
  ctx: Context,
  query: Omit<InvoiceQuery, 'q' | 'limit' | 'reason' | 'waiting'>,
): Promise<ReasonCount[]> {
  requirePermission(ctx, 'invoices:read');
  const failed = reader(ctx)
    .select({ reason: entries.reason })
    .from(entries)
    .where(and(inList(ctx, { ...query, folder }), isNotNull(entries.reason)))
    .limit(maxFailed)
    .as('failed');
  const counted = reader(ctx)
    .select({ reason: failed.reason, count: count().as('failed_count') })
    .from(failed)
    .groupBy(failed.reason)
    .orderBy(desc(count()))
    .limit(maxReasons)
    .as('counted');
  const example = reader(ctx)
    .select({ fault: sql<StoredFault>`${entries.faults} -> 0`.as('fault') })
    .from(entries)
    .where(and(inList(ctx, { folder, archived: query.archived }), sql`${entries.reason} = ${counted.reason}`))
    .orderBy(...inOrder(entries, {}))
    .limit(1)
    .as('example');
  return reader(ctx)
    .select({ fault: example.fault, count: counted.count })
    .from(counted)
    .innerJoinLateral(example, sql`true`)
    .orderBy(desc(counted.count), counted.reason);
}

/** The digits of a text that has only digits and separators; otherwise empty. */
const digitsOf = (text: string) => {
  const digits = text.replace(/[\s.-]/g, '');
  return /^\d{1,14}$/.test(digits) ? digits : '';
};

/** Most invoices that the first digits of a CAE find, the newest: the authority's numbers ascend. */
const maxWithCae = 1_000;

/** Lists invoices whose CAE begins with these digits. */
async function withCae(ctx: Context, query: Omit<InvoiceQuery, 'q'>, digits: string): Promise<ListedEntry[]> {
  const { workspaceId, cae } = invoiceSubmissions;
  const authorised = reader(ctx)
    .select({ id: invoiceSubmissions.entryId })
    .from(invoiceSubmissions)
    .where(
      and(
        eq(workspaceId, ctx.workspace.id),
        between(cae, digits.padEnd(caeLength, '0'), digits.padEnd(caeLength, '9')),
      ),
    )
    .orderBy(desc(cae))
    .limit(maxWithCae);
  return firstOf(ctx, query, inArray(entries.id, authorised));
}

/** An amount in either notation: `1650469,78`, `1.650.469,78`, `1650469.78`, `$ 1.650.469,78`. */
function amountIn(text: string): string | undefined {
  const typed = text.replace(/^\s*(?:ARS|USD|U\$S|US\$|\$)?\s*|\s+$/gi, '');
  const [, pesos, cents] =
    /^(\d{1,3}(?:\.\d{3})+|\d{1,15})(?:,(\d{1,2}))?$/.exec(typed) ??
    /^(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{1,2}))?$/.exec(typed) ??
    [];
  if (pesos === undefined) return undefined;
  return `${pesos.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '')}.${(cents ?? '').padEnd(2, '0')}`;
}

const withTotal = (ctx: Context, query: Omit<InvoiceQuery, 'q'>, total: string): Promise<ListedEntry[]> =>
  firstOf(ctx, query, sql`(${entries.snippet} ->> 'total') = ${total}`);

const firstOf = (
  ctx: Context,
  query: Omit<InvoiceQuery, 'q'>,
  condition: SQL | undefined,
): Promise<ListedEntry[]> =>
  reader(ctx)
    .select(listedColumns)
    .from(entries)
    .where(and(inList(ctx, { ...query, folder }), fromInstant(entries, query), condition))
    .orderBy(...inOrder(entries, query))
    .limit(query.limit + 1);

/** Tax codes of suppliers that match `q`; a complete CUIT is returned without a search. */
async function codesOf(ctx: Context, q: string): Promise<string[]> {
  const code = normaliseCuit(q);
  if (isValidCuit(code)) return [code];
  const suppliers = await searchEntries(ctx, { folder: 'suppliers', q, limit: maxIssuers });
  return [...new Set(suppliers.flatMap((entry) => partyOfListedEntry(entry)?.cuit ?? []))];
}

/** Only the newest suppliers that match are used as issuers. */
const maxIssuers = 20;

/** Reads the first invoices of each matching supplier by the issuer index, then takes the first of them all. */
async function issuedBy(ctx: Context, query: InvoiceQuery, q: string): Promise<ListedEntry[]> {
  const issuerCodes = (await codesOf(ctx, q)).filter((code) => code === (query.issuer ?? code));
  if (issuerCodes.length === 0) return [];
  const first = reader(ctx)
    .select({ id: entries.id })
    .from(entries)
    .where(
      and(
        inList(ctx, { ...query, folder }),
        fromInstant(entries, query),
        sql`${entries.issuer} = codes.code`,
      ),
    )
    .orderBy(...inOrder(entries, query))
    .limit(query.limit + 1);
  const ofEach: SQL = sql`(select first.id from unnest(${sql.param(issuerCodes)}::text[]) as codes (code), lateral (${first}) as first)`;
  return reader(ctx)
    .select(listedColumns)
    .from(entries)
    .where(inArray(entries.id, ofEach))
    .orderBy(...inOrder(entries, query))
    .limit(query.limit + 1);
}

/** Data of an invoice for bookkeeping that list rows lack. Amounts are decimals, as in the document. */
export interface InvoiceAmounts {
  customerCode: string | null;
  /** Without VAT and other taxes. */
  net: string | null;
  vat: string | null;
  /** Perceptions, gross income tax and the like. */
  otherTaxes: string | null;
  total: string | null;
  /** Point of sale and number of the first corrected document, for a note. */
  correctedSeries: string | null;
  correctedCode: string | null;
}

const at = (path: string) => sql<string | null>`${entries.doc} #>> ${sql.raw(`'{${path}}'`)}`;

/** Amounts by entry id. Reads the documents, so it is for pages of an export, not for lists. */
export async function fetchInvoiceAmounts(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, InvoiceAmounts>> {
  requirePermission(ctx, 'invoices:read');
  const rows = await reader(ctx)
    .select({
      id: entries.id,
      customerCode: at('customer,tax_id,code'),
      beforeVat: at('totals,total'),
      vat: at('totals,tax'),
      charges: sql<unknown>`${entries.doc} -> 'charges'`,
      total: at('totals,payable'),
      correctedSeries: at('preceding,0,series'),
      correctedCode: at('preceding,0,code'),
    })
    .from(entries)
    .where(
      and(
        eq(entries.workspaceId, ctx.workspace.id),
        eq(entries.folder, 'invoices'),
        sql`${entries.id} = any(${sql.param(ids)}::uuid[])`,
      ),
    );
  return new Map(
    rows.map(({ id, beforeVat, charges, ...amounts }) => [
      id,
      { ...amounts, ...splitOtherTaxes(beforeVat, charges) },
    ]),
  );
}

/** Both null for a draft whose amounts are missing or invalid. */
function splitOtherTaxes(beforeVat: string | null, charges: unknown) {
  const taxes = itemsOf(charges)
    .map(membersOf)
    .filter(({ key, ext }) => isTaxCharge({ key: textOf(key), ext: isObject(ext) ? ext : undefined }));
  const total = Money.safeParse(beforeVat);
  const amounts = z.array(Money).safeParse(taxes.map(({ amount }) => amount));
  if (!(total.success && amounts.success)) return { net: null, otherTaxes: null };
  const otherTaxes = sumOf(amounts.data.map((amount) => new Big(amount)));
  return { net: money(new Big(total.data).minus(otherTaxes)), otherTaxes: money(otherTaxes) };
}
