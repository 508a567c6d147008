import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchListedEntry, type ListedEntry } from './entries.ts';
import { refuseErased } from './reading.ts';

/**
 * From now on lists leave the entry out. Nothing else changes: who is registered stays so, and what is under way goes
 * on; only nobody is reminded of it. Again changes nothing.
 * @throws AltaError `not-found`
 */
export const archiveEntry = (ctx: Context, id: string, now = new Date()): Promise<ListedEntry> =>
  setArchived(ctx, id, now);

/** Lists have it again. Again changes nothing. @throws AltaError `not-found` */
export const restoreEntry = (ctx: Context, id: string): Promise<ListedEntry> => setArchived(ctx, id, null);

async function setArchived(ctx: Context, id: string, archivedAt: Date | null): Promise<ListedEntry> {
  requirePermission(ctx, 'entries:write');
  return inTransaction(ctx, async (tx) => {
    refuseErased(await fetchListedEntry({ ...ctx, tx }, id));
    const isOther = (archivedAt ? isNull : isNotNull)(entries.archivedAt);
    const changed = await tx
      .update(entries)
      .set({ archivedAt })
      .where(
        and(eq(entries.id, id), eq(entries.workspaceId, ctx.workspace.id), isNull(entries.erasedAt), isOther),
      )
      .returning({ id: entries.id });
    if (changed.length > 0) {
      await audit(tx, ctx, archivedAt ? 'entry.archived' : 'entry.restored', { kind: 'entry', id });
    }
    return fetchListedEntry({ ...ctx, tx }, id);
  });
}
