import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { supplierInList } from '#lib/documents/party.ts';
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
 * Invoices, narrowed down by all that is given. `q` finds them by their number, by their customer, by the CAE, and by
 * the name or tax code of who issued them. Rows for one page, and one more when there is a next page.
 */
export async function listInvoices(ctx: Context, { q, ...query }: InvoiceQuery): Promise<ListedEntry[]> {
  requirePermission(ctx, 'invoices:read');
  if (q === undefined) return listEntries(ctx, { ...query, folder });
  if (isCae(q)) return withCae(ctx, query, digitsOf(q));
  const [byWords, byIssuer] = await Promise.all([
    searchEntries(ctx, { ...query, folder, q }),
    issuedBy(ctx, query, q),
  ]);
  const found = new Map([...byWords, ...byIssuer].map((entry) => [entry.id, entry]));
  const direction = query.ascending ? 1 : -1;
  return [...found.values()]
    .toSorted((a, b) => direction * (a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)))
    .slice(0, query.limit + 1);
}

/** How many there are without a `q`, up to `mostCounted` and one. */
export const countInvoices = (ctx: Context, query: Omit<InvoiceQuery, 'q' | 'limit'>): Promise<number> =>
  countEntries(ctx, { ...query, folder });

const digitsOf = (text: string) => text.replace(/[\s.-]/g, '');
const isCae = (text: string) => /^\d{14}$/.test(digitsOf(text));

async function withCae(ctx: Context, query: InvoiceQuery, cae: string): Promise<ListedEntry[]> {
  const authorised = reader(ctx)
    .select({ id: invoiceSubmissions.entryId })
    .from(invoiceSubmissions)
    .where(
      and(
        eq(invoiceSubmissions.environment, ctx.workspace.environment),
        eq(invoiceSubmissions.cae, cae),
        eq(invoiceSubmissions.workspaceId, ctx.workspace.id),
      ),
    );
  return reader(ctx)
    .select(listedColumns)
    .from(entries)
    .where(
      and(inList(ctx, { ...query, folder }), fromInstant(entries, query), inArray(entries.id, authorised)),
    );
}

/** Of who is called so; a whole tax code is one, whoever has it. */
async function codesOf(ctx: Context, q: string): Promise<string[]> {
  const code = normaliseCuit(q);
  if (isValidCuit(code)) return [code];
  const suppliers = await searchEntries(ctx, { folder: 'suppliers', q, limit: mostIssuers });
  return [...new Set(suppliers.flatMap((entry) => supplierInList(entry)?.cuit ?? []))];
}

/** So many suppliers are taken for who is meant: the ones that were created last. */
const mostIssuers = 20;

/** Of each supplier that is found, its first invoices by the index of issuers: together they have the first of all. */
async function issuedBy(ctx: Context, query: InvoiceQuery, q: string): Promise<ListedEntry[]> {
  const among = (await codesOf(ctx, q)).filter((code) => code === (query.issuer ?? code));
  if (among.length === 0) return [];
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
  const ofEach: SQL = sql`(select first.id from unnest(${sql.param(among)}::text[]) as codes (code), lateral (${first}) as first)`;
  return reader(ctx)
    .select(listedColumns)
    .from(entries)
    .where(inArray(entries.id, ofEach))
    .orderBy(...inOrder(entries, query))
    .limit(query.limit + 1);
}

/** What the books ask of an invoice beside what a list shows of it. Amounts are decimals, as the document has them. */
export interface InvoiceAmounts {
  customerCode: string | null;
  /** Without VAT and without other taxes. */
  net: string | null;
  tax: string | null;
  total: string | null;
  /** Of a note: point of sale and number of what it corrects first. */
  correctedSeries: string | null;
  correctedCode: string | null;
}

const at = (path: string) => sql<string | null>`${entries.doc} #>> ${sql.raw(`'{${path}}'`)}`;

/** By the entry's id. It reads the documents: for pages of a file, not for lists. */
export async function fetchInvoiceAmounts(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, InvoiceAmounts>> {
  requirePermission(ctx, 'invoices:read');
  const rows = await reader(ctx)
    .select({
      id: entries.id,
      customerCode: at('customer,tax_id,code'),
      net: at('totals,total'),
      tax: at('totals,tax'),
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
  return new Map(rows.map(({ id, ...amounts }) => [id, amounts]));
}
