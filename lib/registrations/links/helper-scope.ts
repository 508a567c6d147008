import { and, eq, isNull } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { type LinkRow, registrationLinks } from '#lib/database/tables/links.ts';
import { AltaError } from '#lib/errors.ts';
import { isSuppliers } from './supplier-link.ts';

/**
 * Lets pass who may do what is the supplier's alone: whoever came by the supplier's own link, or is no registrant. A
 * helper does the authority's steps and nothing else.
 * @throws AltaError `forbidden`
 */
export async function refuseHelper(ctx: Context, registration: { id: string }): Promise<void> {
  if (ctx.actor.kind !== 'registrant') return;
  const isTheirs = and(
    eq(registrationLinks.id, ctx.actor.id),
    eq(registrationLinks.registrationId, registration.id),
    isSuppliers,
    isNull(registrationLinks.revokedAt),
  );
  if ((await reader(ctx).$count(registrationLinks, isTheirs)) === 1) return;
  throw suppliersOnly();
}

/** The same of who has read the links of the registration anyway. */
export const isSupplierAmong = (links: LinkRow[], { actor }: Pick<Context, 'actor'>): boolean =>
  actor.kind !== 'registrant' ||
  links.some(({ id, scope, revokedAt }) => id === actor.id && scope === 'full' && revokedAt === null);

export const suppliersOnly = () =>
  new AltaError('forbidden', 'This is for the supplier: a helper does the steps at the authority.');
