import { and, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { searchQuery } from '#lib/silo/search-query.ts';

/** A supplier that can issue invoices now. */
export interface RegisteredSupplier {
  /** Of its entry. */
  id: string;
  doc: Document;
}

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
): Promise<RegisteredSupplier[]> {
  if (q === '') return registered(ctx, now);
  const words = searchQuery(q);
  return words ? registered(ctx, now, sql`${entries.search} @@ ${words}::tsquery`) : [];
}

/** Undefined for an entry that is none of this workspace's, or can not issue invoices now. */
export async function findRegisteredSupplier(
  ctx: Context,
  id: string,
  now = new Date(),
): Promise<RegisteredSupplier | undefined> {
  return isUuid(id) ? (await registered(ctx, now, eq(entries.id, id)))[0] : undefined;
}

const registered = (ctx: Context, now: Date, among?: SQL): Promise<RegisteredSupplier[]> =>
  reader(ctx)
    .select({ id: entries.id, doc: entries.doc })
    .from(certificates)
    .innerJoin(entries, eq(entries.id, certificates.entryId))
    .where(
      and(
        eq(certificates.workspaceId, ctx.workspace.id),
        isNotNull(certificates.activatedAt),
        isNull(certificates.supersededAt),
        gt(certificates.notAfter, now),
        among,
      ),
    )
    .orderBy(desc(certificates.activatedAt))
    .limit(mostShown);
