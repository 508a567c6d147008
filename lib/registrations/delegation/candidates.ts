import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import { isActive } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { supplierInList } from '#lib/documents/party.ts';
import { requirePermission } from '#lib/roles.ts';
import { hasWords, searchQuery } from '#lib/silo/search.ts';

/** Who could act for the workspace's suppliers: one of them, with a certificate of its own. */
export interface Candidate {
  entryId: string;
  name: string;
  cuit: string;
}

/** As many as a choice can show. */
export const mostListed = 50;

/**
 * The first to be registered first, which the own company mostly is; `mostListed` at the most. `q` narrows them down as
 * it does the list of suppliers.
 */
export async function listCandidates(
  ctx: Context,
  { q = '' }: { q?: string } = {},
  now = new Date(),
): Promise<Candidate[]> {
  requirePermission(ctx, 'apps:write');
  if (q === '') return candidates(ctx, now);
  const words = searchQuery(q);
  return words ? candidates(ctx, now, hasWords(ctx, words)) : [];
}

async function candidates(ctx: Context, now: Date, among?: SQL): Promise<Candidate[]> {
  const rows = await reader(ctx)
    .select({ entryId: entries.id, snippet: entries.snippet })
    .from(certificates)
    .innerJoin(entries, eq(entries.id, certificates.entryId))
    .where(
      and(eq(certificates.workspaceId, ctx.workspace.id), isActive, gt(certificates.notAfter, now), among),
    )
    .orderBy(asc(certificates.activatedAt))
    .limit(mostListed);
  return rows.flatMap(({ entryId, snippet }) => {
    const supplier = supplierInList({ snippet });
    return supplier ? [{ entryId, ...supplier }] : [];
  });
}
