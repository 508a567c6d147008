import { activeCertificate } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import { requirePermission } from '#lib/roles.ts';
import { findByEntry } from './find.ts';
import { type EntryLink, linkOf } from './link.ts';
import { type ListedLink, listLinks } from './link-list.ts';
import { certificateOf } from './present.ts';
import type { Registration } from './registration.ts';

type Certificate = NonNullable<Registration['certificate']>;

export interface RegistrationDetails {
  /** The newest registration: during a renewal, the renewal. */
  registration: Registration;
  link?: EntryLink;
  /** All links that ever existed: the supplier's and the helpers'. */
  links: ListedLink[];
  /** The certificate that signs now, also during a renewal. */
  active?: Certificate;
}

/**
 * Returns undefined without a registration.
 * @throws AltaError `not-found`, also for another workspace's entry.
 */
export async function findRegistrationDetails(
  ctx: Context,
  entryId: string,
  now = new Date(),
): Promise<RegistrationDetails | undefined> {
  requirePermission(ctx, 'registrations:read');
  const link = await linkOf(ctx, entryId);
  const registration = link && (await findByEntry(ctx, entryId, now));
  if (!registration) return undefined;
  const active = certificateOf(await activeCertificate(ctx, entryId));
  const links = await listLinks(ctx, registration.id);
  return { registration, link, links, ...(active ? { active } : {}) };
}
