import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import { reasonsOfCode } from '#lib/certificates/support-codes.ts';
import { type Context, reader } from '#lib/context.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { listInvoices } from '#lib/invoices/invoice-list.ts';
import { type ListedEntry, listedColumns } from '#lib/silo/entries.ts';
import { suppliersOf } from '#lib/silo/same-tax-code.ts';
import { searchEntries, searchNewest } from '#lib/silo/search.ts';
import { suppliersBehind } from './behind-suppliers.ts';
import { entriesByEmail } from './emails.ts';
import { isShort, isWanted, type Wanted } from './wanted.ts';

export interface FoundEntry {
  entry: ListedEntry;
  /** The alias or the address by which it was found, where a list does not show it. */
  through?: string | undefined;
}

/** By name and tax code, archived ones too when the code is whole; by what a registration of theirs has. */
export async function findSuppliers(ctx: Context, wanted: Wanted): Promise<FoundEntry[]> {
  const code = normaliseCuit(wanted.text);
  const [byWords, byCode, byName, behind] = await Promise.all([
    byWordsOf(ctx, 'suppliers', wanted),
    isValidCuit(code) ? suppliersOf(ctx, { country: 'AR', code }) : [],
    named(ctx, 'suppliers', wanted),
    suppliersBehind(ctx, wanted),
  ]);
  return unique([...plain([...byName, ...byWords, ...byCode]), ...(await read(ctx, 'suppliers', behind))]);
}

export async function findCustomers(ctx: Context, wanted: Wanted): Promise<FoundEntry[]> {
  const [byWords, byName, byEmail] = await Promise.all([
    byWordsOf(ctx, 'customers', wanted),
    named(ctx, 'customers', wanted),
    entriesByEmail(ctx, wanted),
  ]);
  return unique([...plain([...byName, ...byWords]), ...(await read(ctx, 'customers', byEmail))]);
}

/** By number, CAE, customer and issuer. */
export async function findInvoices(ctx: Context, wanted: Wanted): Promise<FoundEntry[]> {
  const [byName, list] = await Promise.all([named(ctx, 'invoices', wanted), invoicesOf(ctx, wanted)]);
  return unique(plain([...byName, ...list]));
}

/** Of a short number the invoice that has it, and what has its beginning among the newest. */
async function invoicesOf(ctx: Context, wanted: Wanted): Promise<ListedEntry[]> {
  const { text: q, limit } = wanted;
  if (isSupportCode(wanted)) return [];
  if (!isShort(wanted)) return listInvoices(ctx, { q, limit });
  const folder = 'invoices';
  const [whole, begun] = await Promise.all([
    /^\d+$/.test(q) ? searchEntries(ctx, { folder, q: q.padStart(8, '0'), limit }) : [],
    searchNewest(ctx, { folder, q, limit }),
  ]);
  return [...whole, ...begun];
}

async function byWordsOf(ctx: Context, folder: string, wanted: Wanted): Promise<ListedEntry[]> {
  const { text: q, limit } = wanted;
  if (isSupportCode(wanted)) return [];
  return isShort(wanted) ? searchNewest(ctx, { folder, q, limit }) : searchEntries(ctx, { folder, q, limit });
}

/** Each tax code begins with its country, as these codes do. */
const isSupportCode = ({ text }: Wanted) => reasonsOfCode(text).some((reason) => reason !== text);

/** By their id or its beginning, and by the key that the client gave them. */
async function named(ctx: Context, folder: string, wanted: Wanted): Promise<ListedEntry[]> {
  const found = or(isWanted(entries.id, wanted), eq(entries.key, wanted.text));
  return entriesWith(ctx, folder, found).limit(wanted.limit);
}

async function read(
  ctx: Context,
  folder: string,
  behind: ReadonlyMap<string, string>,
): Promise<FoundEntry[]> {
  if (behind.size === 0) return [];
  const list = await entriesWith(ctx, folder, inArray(entries.id, [...behind.keys()]));
  return list.map((entry) => ({ entry, through: behind.get(entry.id) || undefined }));
}

const entriesWith = (ctx: Context, folder: string, condition: SQL | undefined) =>
  reader(ctx)
    .select(listedColumns)
    .from(entries)
    .where(and(eq(entries.workspaceId, ctx.workspace.id), eq(entries.folder, folder), condition));

const plain = (list: ListedEntry[]): FoundEntry[] => list.map((entry) => ({ entry }));

/** The first of each: by what it is itself it comes before by what stands behind it. */
function unique(found: FoundEntry[]): FoundEntry[] {
  const first = new Map<string, FoundEntry>();
  for (const each of found) if (!first.has(each.entry.id)) first.set(each.entry.id, each);
  return [...first.values()];
}
