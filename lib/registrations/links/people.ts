import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { type LinkRow, registrationLinks } from '#lib/database/tables/links.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import type { Locale } from '#lib/i18n.ts';
import { linkUrl, unsealRef } from '#lib/silo/public-link.ts';
import { supplierLink } from './supplier-link.ts';

/** Somebody who works on a registration and can be written to, with the link that is theirs. */
export interface Person {
  role: 'supplier' | 'helper';
  email: string;
  /** A helper's, as the supplier typed it. */
  name?: string | undefined;
  /** Absent once it was revoked. */
  url?: string | undefined;
  locale?: Locale | undefined;
}

/**
 * Whom to write to about a registration: the supplier, at the address that they gave, and whom they have handed it
 * over to and did not take it back from. Each address once.
 */
export async function peopleOf(ctx: Context, registrationId: string): Promise<Person[]> {
  const db = reader(ctx);
  const isOurs = and(eq(registrations.id, registrationId), eq(registrations.workspaceId, ctx.workspace.id));
  const [registration] = await db
    .select({ noticeEmail: registrations.noticeEmail })
    .from(registrations)
    .where(isOurs);
  if (!registration) return [];
  const own = await supplierLink(ctx, registrationId);
  const helpers = await db
    .select()
    .from(registrationLinks)
    .where(
      and(
        eq(registrationLinks.registrationId, registrationId),
        eq(registrationLinks.scope, 'arca-steps-only'),
        isNotNull(registrationLinks.holderEmail),
        isNull(registrationLinks.revokedAt),
      ),
    )
    .orderBy(asc(registrationLinks.createdAt));
  const people: Person[] = [
    ...(registration.noticeEmail ? [personOf(ctx, 'supplier', registration.noticeEmail, own)] : []),
    ...helpers.map((link) => personOf(ctx, 'helper', link.holderEmail ?? '', link)),
  ];
  const addresses = people.map(({ email }) => email.toLowerCase());
  return people.filter((_, index) => addresses.indexOf(addresses[index] ?? '') === index);
}

const personOf = (ctx: Context, role: Person['role'], email: string, link: LinkRow | undefined): Person => ({
  role,
  email,
  name: link?.holderName ?? undefined,
  url: link && !link.revokedAt ? addressOf(ctx, link) : undefined,
  locale: link?.locale ?? undefined,
});

/** The address of a link: for whom it is for, and nobody else. */
export const addressOf = ({ workspace }: Context, link: LinkRow): string =>
  linkUrl(unsealRef(link.refSealed, { ...link, environment: workspace.environment }));
