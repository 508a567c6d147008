import type { Context } from '#lib/context.ts';
import type { entries } from '#lib/database/tables/silo.ts';
import { AltaError } from '#lib/errors.ts';
import { isPermitted, requirePermission } from '#lib/roles.ts';

/** Who may see suppliers may not, for that, see invoices and whom they go to; who names no folder asks for all. */
export function requireReading(ctx: Context, folder?: string): void {
  if (folder === undefined || folder === 'suppliers') requirePermission(ctx, 'suppliers:read');
  if (folder !== 'suppliers') requirePermission(ctx, 'invoices:read');
}

/** Whether what hangs on an entry has to be asked for with the entry's folder in hand. */
export const readsEveryFolder = (ctx: Context): boolean =>
  isPermitted(ctx, 'suppliers:read') && isPermitted(ctx, 'invoices:read');

/** @throws AltaError `gone` `entry-erased` */
export function refuseErased({ erasedAt }: Pick<typeof entries.$inferSelect, 'erasedAt'>): void {
  if (!erasedAt) return;
  throw new AltaError('gone', 'The data of this entry was erased.', { code: 'entry-erased' });
}
