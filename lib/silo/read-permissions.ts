import type { Context } from '#lib/context.ts';
import type { entries } from '#lib/database/tables/silo.ts';
import { AltaError } from '#lib/errors.ts';
import { isPermitted, requirePermission } from '#lib/roles.ts';

/**
 * Checks the permission to read a folder. Reading suppliers does not imply reading invoices and their
 * customers. Without a folder both permissions are required.
 */
export function requireReading(ctx: Context, folder?: string): void {
  if (folder === undefined || folder === 'suppliers') requirePermission(ctx, 'suppliers:read');
  if (folder !== 'suppliers') requirePermission(ctx, 'invoices:read');
}

/** Whether the actor may read every folder. If so, an entry's folder need not be checked. */
export const readsEveryFolder = (ctx: Context): boolean =>
  isPermitted(ctx, 'suppliers:read') && isPermitted(ctx, 'invoices:read');

/** @throws AltaError `gone` `entry-erased` */
export function refuseErased({ erasedAt }: Pick<typeof entries.$inferSelect, 'erasedAt'>): void {
  if (!erasedAt) return;
  throw new AltaError('gone', 'The data of this entry was erased.', { code: 'entry-erased' });
}
