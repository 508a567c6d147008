import { and, eq, inArray, isNull } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { requirePermission } from '#lib/roles.ts';

const { entryId, workspaceId, lacksPointOfSale, revokedAt } = registrations;

/** The suppliers registered in live of whom ARCA lists no point of sale that invoices can be issued with. */
export const idsWithoutPointOfSale = (ctx: Context) =>
  reader(ctx)
    .select({ entryId })
    .from(registrations)
    .where(and(eq(workspaceId, ctx.workspace.id), eq(lacksPointOfSale, true), isNull(revokedAt)));

/** Which of the suppliers of a page are among them. */
export async function withoutPointOfSaleAmong(
  ctx: Context,
  suppliers: { id: string }[],
): Promise<Set<string>> {
  requirePermission(ctx, 'suppliers:read');
  // The sandbox takes any number.
  if (ctx.workspace.environment === 'sandbox' || suppliers.length === 0) return new Set();
  const ids = suppliers.map(({ id }) => id);
  const without = idsWithoutPointOfSale(ctx).as('without');
  const rows = await reader(ctx).select().from(without).where(inArray(without.entryId, ids));
  return new Set(rows.map((row) => row.entryId));
}
