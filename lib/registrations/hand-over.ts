import { and, eq, isNull } from 'drizzle-orm';
import { areRecent } from '#lib/age.ts';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type LinkRow, registrationLinks } from '#lib/database/tables/registrations.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { linkLimits } from '#lib/limits.ts';
import { requirePermission } from '#lib/roles.ts';
import { dayMs } from '#lib/time.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { fetchRegistration } from './find.ts';
import { type Helper, refuseHelper } from './helper.ts';
import { storeLink } from './link.ts';
import { listLinks, type OpenHelper, openHelpers } from './link-list.ts';
import { lockRegistration, type Registration } from './registration.ts';
import { hasTooManyMails, queueLinkMail } from './registration-mails.ts';
import { supplierLink } from './supplier-link.ts';

export type HandedOver =
  | { kind: 'handed-over'; linkId: string }
  /** `open`: too many helpers; `day`: too many hand-overs today; `address`: too many mails to the address. */
  | { kind: 'too-many'; by: 'open' | 'day' | 'address' };

/**
 * Hands the steps at the authority over to a helper. The helper gets a revocable link that expires with the
 * supplier's; it is mailed if `helper` has an e-mail address. A helper with the same name and contact keeps
 * the existing link.
 * @throws AltaError `forbidden` to a helper; `conflict` `link-revoked` when the supplier has no link
 */
export async function handOver(
  ctx: Context,
  registration: Registration,
  helper: Helper,
  now = new Date(),
): Promise<HandedOver> {
  return inTransaction(ctx, async (tx) => {
    const inner = { ...ctx, tx };
    await lockRegistration(tx, registration);
    await refuseHelper(inner, registration);
    const suppliersLink = await supplierLink(inner, registration.id);
    if (!suppliersLink || suppliersLink.revokedAt) {
      throw new AltaError('conflict', 'The link was revoked: issue a new one.', { code: 'link-revoked' });
    }
    const open = await tx
      .select()
      .from(registrationLinks)
      .where(and(isHelpersOf(registration), isNull(registrationLinks.revokedAt)));
    const same = open.find((link) => isHeldBy(link, helper));
    if (same) return { kind: 'handed-over', linkId: same.id };
    if (open.length >= linkLimits.concurrentHelpers) return { kind: 'too-many', by: 'open' };
    const today = areRecent(registrationLinks.createdAt, dayMs, now);
    const handedOver = await tx.$count(registrationLinks, and(isHelpersOf(registration), today));
    if (handedOver >= linkLimits.dailyHandOvers) return { kind: 'too-many', by: 'day' };
    if (helper.email && (await hasTooManyMails(tx, helper.email, now))) {
      return { kind: 'too-many', by: 'address' };
    }
    return issueHelperLink(tx, ctx, { registration, helper, expiresAt: suppliersLink.expiresAt, now });
  });
}

const isHelpersOf = ({ id }: Registration) =>
  and(eq(registrationLinks.registrationId, id), eq(registrationLinks.scope, 'arca-steps-only'));

const isHeldBy = (link: LinkRow, { name, email, whatsapp }: Helper) =>
  link.holderName === name &&
  (link.holderEmail ?? undefined) === email &&
  (link.holderWhatsapp ?? undefined) === whatsapp;

interface Issue {
  registration: Registration;
  helper: Helper;
  expiresAt: Date;
  now: Date;
}

async function issueHelperLink(
  tx: Transaction,
  ctx: Context,
  { registration, helper, expiresAt, now }: Issue,
): Promise<HandedOver> {
  const link = await storeLink(tx, ctx, {
    registrationId: registration.id,
    scope: 'arca-steps-only',
    holderName: helper.name,
    holderEmail: helper.email ?? null,
    holderWhatsapp: helper.whatsapp ?? null,
    expiresAt,
    createdAt: now,
  });
  await audit(tx, ctx, 'link.handed-over', { kind: 'link', id: link.id }, { holder: helper.name });
  await publishEvent(tx, ctx, 'link.handed_over', eventOf(registration, link.id));
  if (helper.email) await queueLinkMail(tx, ctx, { link, to: helper.email, kind: 'asked', now });
  return { kind: 'handed-over', linkId: link.id };
}

/**
 * Revokes a helper's link, which then looks as if it had never existed. Idempotent.
 * @throws AltaError `forbidden` to a helper
 */
export async function takeBack(
  ctx: Context,
  registration: Registration,
  linkId: string,
  now = new Date(),
): Promise<void> {
  requirePermission(ctx, 'registrations:write');
  await inTransaction(ctx, async (tx) => {
    await lockRegistration(tx, registration);
    await refuseHelper({ ...ctx, tx }, registration);
    const [revoked] = await tx
      .update(registrationLinks)
      .set({ revokedAt: now })
      .where(
        and(eq(registrationLinks.id, linkId), isHelpersOf(registration), isNull(registrationLinks.revokedAt)),
      )
      .returning();
    if (!revoked) return;
    await audit(tx, ctx, 'link.taken-back', { kind: 'link', id: linkId }, { holder: revoked.holderName });
    await publishEvent(tx, ctx, 'link.taken_back', eventOf(registration, linkId));
  });
}

const eventOf = ({ id: registrationId, entryId }: Registration, linkId: string) => ({
  entryId,
  data: { registration_id: registrationId, link_id: linkId, scope: 'arca-steps-only' as const },
});

const daySeconds = 86_400;

/**
 * Like `handOver`, for an entry's newest registration.
 * @throws AltaError `not-found`; `conflict` `link-revoked`, `link-expired` or `too-many-helpers`;
 * `rate-limited`
 */
export async function handOverEntry(ctx: Context, entryId: string, helper: Helper): Promise<OpenHelper> {
  const registration = await fetchRegistration(ctx, entryId);
  if (registration.state === 'expired') {
    throw new AltaError('conflict', 'The link has expired: extend it.', { code: 'link-expired' });
  }
  const outcome = await handOver(ctx, registration, helper);
  if (outcome.kind === 'too-many') throw limitError(outcome.by);
  const issuedLink = (await openHelpers(ctx, registration)).find(({ id }) => id === outcome.linkId);
  if (!issuedLink) throw notFound('The link');
  return issuedLink;
}

function limitError(by: 'open' | 'day' | 'address'): AltaError {
  if (by === 'open') {
    const message =
      'The registration has the maximum number of helpers: take the steps back from one of them.';
    return new AltaError('conflict', message, { code: 'too-many-helpers' });
  }
  const message =
    by === 'day'
      ? 'The limit of hand-overs a day is reached.'
      : 'The limit of mails a day to this address is reached.';
  return new AltaError('rate-limited', message, { retryAfterSeconds: daySeconds });
}

/** Revokes a helper's link. Idempotent. @throws AltaError `not-found` unless it is a helper's link */
export async function takeBackFromEntry(ctx: Context, entryId: string, linkId: string): Promise<void> {
  const registration = await fetchRegistration(ctx, entryId);
  const links = await listLinks(ctx, registration.id);
  if (!links.some(({ id, scope }) => id === linkId && scope === 'arca-steps-only'))
    throw notFound('The link');
  await takeBack(ctx, registration, linkId);
}
