import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { type LinkRow, registrationLinks } from '#lib/database/tables/registrations.ts';

/** The supplier's own link and no helper's: the good one, if one is, else the newest. */
export const isSuppliers = eq(registrationLinks.scope, 'full');
/** Who replaced it last may have come first, and waited. */
export const supplierLinkFirst = [
  isNotNull(registrationLinks.revokedAt),
  desc(registrationLinks.createdAt),
  desc(registrationLinks.id),
];

export async function supplierLink(ctx: Context, registrationId: string): Promise<LinkRow | undefined> {
  const [link] = await reader(ctx)
    .select()
    .from(registrationLinks)
    .where(and(eq(registrationLinks.registrationId, registrationId), isSuppliers))
    .orderBy(...supplierLinkFirst)
    .limit(1);
  return link;
}
