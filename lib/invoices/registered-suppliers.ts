import { and, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import type { Document } from '#lib/documents/envelope.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { searchQuery } from '#lib/silo/search-query.ts';

/** A supplier that can issue invoices now. */
export interface RegisteredSupplier {
  /** Of its entry. */
  id: string;
  doc: Document;
}

/** One in a list. */
export type ListedSupplier = Pick<ListedEntry, 'id' | 'snippet'>;

/** As many as a choice can show. */
export const mostShown = 100;

/**
 * The last to be registered first, `mostShown` at the most. `q` narrows them down as it does the list of suppliers: by
 * the beginnings of words of the name, or of the CUIT.
 */
export async function listRegisteredSuppliers(
  ctx: Context,
  { q = '' }: { q?: string } = {},
  now = new Date(),
): Promise<ListedSupplier[]> {
  if (q === '') return listRegistered(ctx, now);
  const words = searchQuery(q);
  return words ? listRegistered(ctx, now, sql`${entries.search} @@ ${words}::tsquery`) : [];
}

/** Undefined for an entry that is none of this workspace's, or can not issue invoices now. */
export async function findRegisteredSupplier(
  ctx: Context,
  id: string,
  now = new Date(),
): Promise<RegisteredSupplier | undefined> {
  if (!isUuid(id)) return undefined;
  const [supplier] = await reader(ctx)
    .select({ id: entries.id, doc: entries.doc })
    .from(certificates)
    .innerJoin(entries, eq(entries.id, certificates.entryId))
    .where(and(signsNow(ctx, now), eq(entries.id, id)))
    .limit(1);
  return supplier;
}

const listRegistered = (ctx: Context, now: Date, among?: SQL): Promise<ListedSupplier[]> =>
  reader(ctx)
    .select({ id: entries.id, snippet: entries.snippet })
    .from(certificates)
    .innerJoin(entries, eq(entries.id, certificates.entryId))
    .where(and(signsNow(ctx, now), among))
    .orderBy(desc(certificates.activatedAt))
    .limit(mostShown);

const signsNow = (ctx: Context, now: Date): SQL | undefined =>
  and(
    eq(certificates.workspaceId, ctx.workspace.id),
    isNotNull(certificates.activatedAt),
    isNull(certificates.supersededAt),
    gt(certificates.notAfter, now),
  );
