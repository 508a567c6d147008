import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { type LinkRow, registrationLinks } from '#lib/database/tables/registrations.ts';

/** Condition for a link that is extended with the supplier's: theirs or a helper's, not a link for now. */
export const isLasting = isNull(registrationLinks.purpose);
/** Condition for the supplier's own link, not a helper's and not a link for now. */
export const isSupplierLink = and(eq(registrationLinks.scope, 'full'), isLasting);
/**
 * Sorts the unrevoked link first, then by newest. `createdAt` alone does not suffice: a new link that waited
 * for the lock may have an earlier time than the link it replaced.
 */
export const supplierLinkFirst = [
  isNotNull(registrationLinks.revokedAt),
  desc(registrationLinks.createdAt),
  desc(registrationLinks.id),
];

export async function supplierLink(ctx: Context, registrationId: string): Promise<LinkRow | undefined> {
  const [link] = await reader(ctx)
    .select()
    .from(registrationLinks)
    .where(and(eq(registrationLinks.registrationId, registrationId), isSupplierLink))
    .orderBy(...supplierLinkFirst)
    .limit(1);
  return link;
}
