import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { fetchApp } from '#lib/accounts/apps.ts';
import { audit } from '#lib/audit.ts';
import { type Context, holdPermission, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type LinkRow, registrationLinks } from '#lib/database/tables/links.ts';
import type { RegistrationRow } from '#lib/database/tables/registrations.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';
import { newestRegistration, noRegistration } from './find.ts';
import { daysAfter, defaultLifetimeDays, issueLink, revokeLinks } from './link.ts';
import { addressOf } from './links/people.ts';
import { supplierLink } from './links/supplier-link.ts';
import { lockRegistration, lockUnfinished } from './lock.ts';

/** What an operator asks of a link: for how many days from now it is good. The app's own setting unless told. */
export const LinkTerm = z.strictObject({
  days: z.number().int().min(1, 'must be 1 to 365').max(365, 'must be 1 to 365').optional(),
});
export type LinkTerm = z.infer<typeof LinkTerm>;

/** The link of an entry's newest registration, as its sender sees it. */
export interface EntryLink {
  /** Absent once it was revoked: nobody is to send it any more. */
  url?: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt?: Date;
  /** Since when the supplier has been asking for another. */
  renewalRequestedAt?: Date;
}

/** Undefined when there is no registration yet. @throws AltaError `not-found`, also for another workspace's entry. */
export async function linkOf(ctx: Context, entryId: string): Promise<EntryLink | undefined> {
  requirePermission(ctx, 'registrations:read');
  await fetchListedEntry(ctx, entryId);
  const registration = await newestRegistration(ctx, entryId);
  const link = registration && (await supplierLink(ctx, registration.id));
  return link && presentLink(ctx, link);
}

/**
 * The link under its address is good for so many days from now; one that is good for longer stays so. Helpers' links
 * are good for as long.
 * @throws AltaError `not-found` `not-started`; `conflict` `completed`, `revoked` or `link-revoked`.
 */
export async function extendLink(
  ctx: Context,
  entryId: string,
  { days }: LinkTerm = {},
  now = new Date(),
): Promise<EntryLink> {
  requirePermission(ctx, 'links:extend');
  return inTransaction(ctx, async (tx) => {
    await holdPermission(tx, ctx, 'links:extend');
    const registration = await lockUnfinished(tx, await newestOf(tx, ctx, entryId));
    const link = await supplierLink({ ...ctx, tx }, registration.id);
    if (!link || link.revokedAt) {
      throw new AltaError('conflict', 'The link was revoked: issue a new one.', { code: 'link-revoked' });
    }
    const wanted = daysAfter(now, days ?? (await lifetimeDays({ ...ctx, tx })));
    const expiresAt = new Date(Math.max(wanted.getTime(), link.expiresAt.getTime()));
    const { registrationId, revokedAt } = registrationLinks;
    await tx
      .update(registrationLinks)
      .set({ expiresAt, renewalRequestedAt: null })
      .where(and(eq(registrationId, registration.id), isNull(revokedAt)));
    await audit(tx, ctx, 'link.extended', { kind: 'link', id: link.id }, { until: expiresAt.toISOString() });
    return presentLink(ctx, { ...link, expiresAt, renewalRequestedAt: null });
  });
}

/** From now on the entry's link, and those of the supplier's helpers, look like ones that never were; again changes nothing. */
export async function revokeLinkOf(ctx: Context, entryId: string, now = new Date()): Promise<void> {
  requirePermission(ctx, 'registrations:write');
  await inTransaction(ctx, async (tx) => {
    const { id } = await lockRegistration(tx, await newestOf(tx, ctx, entryId));
    await revokeLinks({ ...ctx, tx }, id, now);
  });
}

/**
 * A new link in place of the one before, which is revoked with those that were made by it: for a link that got into
 * wrong hands.
 * @throws AltaError `not-found` `not-started`; `conflict` `completed` or `revoked`.
 */
export async function issueNewLink(
  ctx: Context,
  entryId: string,
  { days }: LinkTerm = {},
  now = new Date(),
): Promise<EntryLink> {
  requirePermission(ctx, 'registrations:write');
  return inTransaction(ctx, async (tx) => {
    await holdPermission(tx, ctx, 'registrations:write');
    const inner = { ...ctx, tx };
    const { id: registrationId } = await lockUnfinished(tx, await newestOf(tx, ctx, entryId));
    await revokeLinks(inner, registrationId, now);
    const lifetime = days ?? (await lifetimeDays(inner));
    const id = await issueLink(tx, ctx, { registrationId, entryId, lifetimeDays: lifetime, now });
    await audit(tx, ctx, 'link.issued', { kind: 'link', id });
    const link = await supplierLink(inner, registrationId);
    if (!link) throw new Error('The link was not stored.');
    return presentLink(ctx, link);
  });
}

const lifetimeDays = async (ctx: Context): Promise<number> =>
  (await fetchApp(ctx, 'gov-ar')).settings.linkLifetimeDays ?? defaultLifetimeDays;

function presentLink(ctx: Context, link: LinkRow): EntryLink {
  const { createdAt, expiresAt, revokedAt, renewalRequestedAt } = link;
  return {
    ...(revokedAt ? { revokedAt } : { url: addressOf(ctx, link) }),
    createdAt,
    expiresAt,
    ...(renewalRequestedAt ? { renewalRequestedAt } : {}),
  };
}

/** @throws AltaError `not-found`; `not-started` when there is no registration yet */
export async function newestOf(tx: Transaction, ctx: Context, entryId: string): Promise<RegistrationRow> {
  await fetchListedEntry({ ...ctx, tx }, entryId);
  const newest = await newestRegistration({ ...ctx, tx }, entryId);
  if (!newest) throw noRegistration();
  return newest;
}
