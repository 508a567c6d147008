import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { fetchApp } from '#lib/accounts/apps.ts';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type LinkRow, type RegistrationRow, registrationLinks } from '#lib/database/tables/registrations.ts';
import { AltaError } from '#lib/errors.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';
import { linkUrl, unsealRef } from '#lib/silo/public-link.ts';
import { newestRegistration, noRegistration } from './find.ts';
import { daysAfter, defaultLifetimeDays, issueLink, revokeLink } from './link.ts';
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
  await fetchListedEntry(ctx, entryId);
  const registration = await newestRegistration(ctx, entryId);
  const link = registration && (await newestLink(ctx, registration.id));
  return link && presentLink(ctx, link);
}

/**
 * The link under its address is good for so many days from now; one that is good for longer stays so.
 * @throws AltaError `not-found` `not-started`; `conflict` `completed`, `revoked` or `link-revoked`.
 */
export async function extendLink(
  ctx: Context,
  entryId: string,
  { days }: LinkTerm = {},
  now = new Date(),
): Promise<EntryLink> {
  return inTransaction(ctx, async (tx) => {
    const registration = await lockUnfinished(tx, await newestOf(tx, ctx, entryId));
    const link = await newestLink({ ...ctx, tx }, registration.id);
    if (!link || link.revokedAt) {
      throw new AltaError('conflict', 'The link was revoked: issue a new one.', { code: 'link-revoked' });
    }
    const wanted = daysAfter(now, days ?? (await lifetimeDays({ ...ctx, tx })));
    const expiresAt = new Date(Math.max(wanted.getTime(), link.expiresAt.getTime()));
    const [extended] = await tx
      .update(registrationLinks)
      .set({ expiresAt, renewalRequestedAt: null })
      .where(eq(registrationLinks.id, link.id))
      .returning();
    await audit(tx, ctx, 'link.extended', { kind: 'link', id: link.id }, { until: expiresAt.toISOString() });
    return presentLink(ctx, extended ?? link);
  });
}

/** From now on the entry's link looks like one that never was; again changes nothing. */
export async function revokeLinkOf(ctx: Context, entryId: string, now = new Date()): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { id } = await lockRegistration(tx, await newestOf(tx, ctx, entryId));
    const link = await newestLink({ ...ctx, tx }, id);
    if (link) await revokeLink({ ...ctx, tx }, link.id, now);
  });
}

/**
 * A new link in place of the one before, which is revoked: for a link that got into wrong hands.
 * @throws AltaError `not-found` `not-started`; `conflict` `completed` or `revoked`.
 */
export async function issueNewLink(
  ctx: Context,
  entryId: string,
  { days }: LinkTerm = {},
  now = new Date(),
): Promise<EntryLink> {
  return inTransaction(ctx, async (tx) => {
    const inner = { ...ctx, tx };
    const { id: registrationId } = await lockUnfinished(tx, await newestOf(tx, ctx, entryId));
    const before = await newestLink(inner, registrationId);
    if (before) await revokeLink(inner, before.id, now);
    const lifetime = days ?? (await lifetimeDays(inner));
    const id = await issueLink(tx, ctx, { registrationId, entryId, lifetimeDays: lifetime, now });
    await audit(tx, ctx, 'link.issued', { kind: 'link', id });
    const link = await newestLink(inner, registrationId);
    if (!link) throw new Error('The link was not stored.');
    return presentLink(ctx, link);
  });
}

const lifetimeDays = async (ctx: Context): Promise<number> =>
  (await fetchApp(ctx, 'gov-ar')).settings.linkLifetimeDays ?? defaultLifetimeDays;

/** The one that is good, if one is: who replaced it last may have come first, and waited. */
async function newestLink(ctx: Context, registrationId: string): Promise<LinkRow | undefined> {
  const [link] = await reader(ctx)
    .select()
    .from(registrationLinks)
    .where(and(eq(registrationLinks.registrationId, registrationId), eq(registrationLinks.scope, 'full')))
    .orderBy(
      isNotNull(registrationLinks.revokedAt),
      desc(registrationLinks.createdAt),
      desc(registrationLinks.id),
    )
    .limit(1);
  return link;
}

const presentLink = (
  ctx: Context,
  { createdAt, expiresAt, revokedAt, renewalRequestedAt, ...link }: LinkRow,
): EntryLink => ({
  ...(revokedAt
    ? { revokedAt }
    : { url: linkUrl(unsealRef(link.refSealed, { ...link, environment: ctx.workspace.environment })) }),
  createdAt,
  expiresAt,
  ...(renewalRequestedAt ? { renewalRequestedAt } : {}),
});

async function newestOf(tx: Transaction, ctx: Context, entryId: string): Promise<RegistrationRow> {
  await fetchListedEntry({ ...ctx, tx }, entryId);
  const newest = await newestRegistration({ ...ctx, tx }, entryId);
  if (!newest) throw noRegistration();
  return newest;
}
