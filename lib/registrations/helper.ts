import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { type Context, reader } from '#lib/context.ts';
import { type LinkRow, registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { isSingleLine } from '#lib/documents/validation.ts';
import { AltaError } from '#lib/errors.ts';
import type { Locale } from '#lib/i18n.ts';
import { linkUrl, unsealRef } from '#lib/silo/public-link.ts';
import { supplierLink } from './supplier-link.ts';

const Email = z.string().trim().max(254, 'email-invalid').pipe(z.email('email-invalid'));

/**
 * A WhatsApp number as people write it, normalised to `+` and digits. Without a country code it is Argentine:
 * ten digits with the area code, possibly with a 0 before the area code and a 15 after it.
 */
const WhatsAppNumber = z
  .string()
  .trim()
  .max(40, 'whatsapp-invalid')
  .regex(/^\+?[\d\s().-]+$/, 'whatsapp-invalid')
  .transform(internationalNumber)
  .refine((number) => /^\+\d{8,15}$/.test(number), 'whatsapp-invalid');

function internationalNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (typed.startsWith('+') && !digits.startsWith('54')) return `+${digits}`;
  const national = withoutMobilePrefix(
    digits
      .replace(/^54/, '')
      .replace(/^9(?=\d{10}$)/, '')
      .replace(/^0/, ''),
  );
  return national.length === 10 ? `+549${national}` : '';
}

/** Removes the 15 after the area code, which has two to four digits: `111523456789` -> `1123456789`. */
function withoutMobilePrefix(digits: string): string {
  if (digits.length !== 12) return digits;
  const area = digits.startsWith('11') ? 2 : [3, 4].find((length) => digits.startsWith('15', length));
  return area && digits.startsWith('15', area) ? digits.slice(0, area) + digits.slice(area + 2) : digits;
}

const absentWhenEmpty = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;

/** A helper's name and contact. Validation messages are codes. */
export const Helper = z
  .object({
    name: z
      .string()
      .overwrite((name) => name.toWellFormed().trim())
      .min(1, 'name-missing')
      .max(80, 'name-too-long')
      .refine(isSingleLine, 'name-invalid'),
    email: z.preprocess(absentWhenEmpty, Email.optional()),
    whatsapp: z.preprocess(absentWhenEmpty, WhatsAppNumber.optional()),
  })
  .refine(({ email, whatsapp }) => email || whatsapp, {
    error: 'contact-missing',
    path: ['email'],
    // Without this, an invalid contact would be reported as missing, too.
    when: ({ issues }) => !issues.some(({ path }) => path?.includes('email') || path?.includes('whatsapp')),
  });
export type Helper = z.infer<typeof Helper>;

export const MailTo = z.object({ email: z.string().trim().min(1, 'email-missing').pipe(Email) });

/**
 * Refuses the holder of a helper's link, who may only do the steps at the authority. Callers without a link
 * pass.
 * @throws AltaError `forbidden`
 */
export async function refuseHelper(ctx: Context, registration: { id: string }): Promise<void> {
  if (ctx.actor.kind !== 'registrant') return;
  const isCallersLink = and(
    eq(registrationLinks.id, ctx.actor.id),
    eq(registrationLinks.registrationId, registration.id),
    eq(registrationLinks.scope, 'full'),
    isNull(registrationLinks.revokedAt),
  );
  if ((await reader(ctx).$count(registrationLinks, isCallersLink)) === 1) return;
  throw supplierRequired();
}

/** The check of `refuseHelper` for callers that have already loaded the registration's links. */
export const isSupplierAmong = (links: LinkRow[], { actor }: Pick<Context, 'actor'>): boolean =>
  actor.kind !== 'registrant' ||
  links.some(({ id, scope, revokedAt }) => id === actor.id && scope === 'full' && revokedAt === null);

export const supplierRequired = () =>
  new AltaError(
    'forbidden',
    'Only the supplier may do this; a helper may only do the steps at the authority.',
  );

export interface Person {
  role: 'supplier' | 'helper';
  email: string;
  name?: string | undefined;
  url?: string | undefined;
  locale?: Locale | undefined;
}

/**
 * Returns the recipients of a registration's mails: the supplier, at the address they gave, and the current
 * helpers. Each address once.
 */
export async function peopleOf(ctx: Context, registrationId: string): Promise<Person[]> {
  const db = reader(ctx);
  const isInWorkspace = and(
    eq(registrations.id, registrationId),
    eq(registrations.workspaceId, ctx.workspace.id),
  );
  const [registration] = await db
    .select({ noticeEmail: registrations.noticeEmail })
    .from(registrations)
    .where(isInWorkspace);
  if (!registration) return [];
  const suppliersLink = await supplierLink(ctx, registrationId);
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
    ...(registration.noticeEmail ? [personOf(ctx, 'supplier', registration.noticeEmail, suppliersLink)] : []),
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

/** Returns the URL of a link, which only the link's holder may see. */
export const addressOf = ({ workspace }: Context, link: LinkRow): string =>
  linkUrl(unsealRef(link.refSealed, { ...link, environment: workspace.environment }));
