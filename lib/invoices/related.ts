import type { Context } from '#lib/context.ts';
import { supplierOf } from '#lib/documents/party.ts';
import type { TimedPageQuery } from '#lib/paging.ts';
import { fetchEntry, type ListedEntry, listEntries } from '#lib/silo/entries.ts';
import { listNotes } from './notes.ts';

/** How the document of an entry names another. */
export const relations = ['preceding', 'supplier'] as const;
export type Relation = (typeof relations)[number];

/**
 * The entries whose documents name this one: of an invoice its notes, which have it in `preceding`; of a supplier what is
 * invoiced in their name. Rows for one page, and one more when there is a next page. The archived are left out.
 * @throws AltaError `not-found`
 */
export async function listRelated(
  ctx: Context,
  id: string,
  { relation: wanted, ...query }: TimedPageQuery & { relation?: Relation | undefined },
): Promise<(ListedEntry & { relation: Relation })[]> {
  const entry = await fetchEntry(ctx, id);
  const relation = entry.folder === 'invoices' ? 'preceding' : 'supplier';
  if (wanted !== undefined && wanted !== relation) return [];
  const rows =
    relation === 'preceding'
      ? await listEntries(ctx, { ...query, ids: (await listNotes(ctx, entry)).map((note) => note.id) })
      : await listInvoices(entry);
  return rows.map((row) => ({ ...row, relation }));

  async function listInvoices({ folder, doc }: typeof entry): Promise<ListedEntry[]> {
    const cuit = folder === 'suppliers' ? supplierOf({ doc })?.cuit : undefined;
    return cuit ? listEntries(ctx, { ...query, folder: 'invoices', issuer: cuit }) : [];
  }
}
