import { and, eq, isNull, lt, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { fetchApp } from '#lib/accounts/apps.ts';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, lockPermission } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import {
  type LinkPurpose,
  type LinkRow,
  type RegistrationRow,
  registrationLinks,
  registrations,
} from '#lib/database/tables/registrations.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';
import { setLinkMeta } from '#lib/silo/meta.ts';
import { createRef, hashRef, sealRef } from '#lib/silo/public-link.ts';
import { dayMs } from '#lib/time.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { newestRegistration, noRegistration } from './find.ts';
import { addressOf } from './helper.ts';
import { type LinkTexts, linkTexts } from './link-texts.ts';
import { lockRegistration, lockUnfinished, type Registration } from './registration.ts';
import { isLasting, isSupplierLink, supplierLink } from './supplier-link.ts';

const defaultLifetimeDays = 30;
export const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * dayMs);

interface LinkTarget {
  registrationId: string;
  entryId: string;
  lifetimeDays?: number | undefined;
  now: Date;
}

/** Creates the supplier's link, shows it in the entry's meta (`src` gov-ar, `key` link), and returns its id. */
export async function issueLink(
  tx: Transaction,
  ctx: Context,
  { registrationId, entryId, lifetimeDays = defaultLifetimeDays, now }: LinkTarget,
): Promise<string> {
  const expiresAt = daysAfter(now, lifetimeDays);
  const { id } = await storeLink(tx, ctx, { registrationId, scope: 'full', expiresAt, createdAt: now });
  await setLinkMeta(tx, ctx, { entryId, src: 'gov-ar', key: 'link', registrationLinkId: id });
  return id;
}

type NewLink = Pick<LinkRow, 'registrationId' | 'scope' | 'expiresAt' | 'createdAt'> &
  Partial<Pick<LinkRow, 'purpose' | 'holderName' | 'holderEmail' | 'holderWhatsapp' | 'voice' | 'locale'>>;

export async function storeLink(tx: Transaction, ctx: Context, link: NewLink): Promise<LinkRow> {
  const id = uuidv7();
  const ref = createRef();
  const { id: workspaceId, environment } = ctx.workspace;
  const refHash = hashRef(ref) ?? '';
  const refSealed = sealRef(ref, { id, workspaceId, environment });
  const [stored] = await tx
    .insert(registrationLinks)
    .values({ ...link, id, workspaceId, refHash, refSealed })
    .returning();
  if (!stored) throw new Error('The link was not stored.');
  return stored;
}

/**
 * Issues a link unless the supplier has an unrevoked one, so that running the workflow again restores access.
 * Helpers' links do not count.
 */
export async function issueLinkIfNone(tx: Transaction, ctx: Context, link: LinkTarget): Promise<void> {
  // Locked, so that two jobs do not issue two links.
  await tx.select().from(registrations).where(eq(registrations.id, link.registrationId)).for('update');
  const usable = and(
    eq(registrationLinks.registrationId, link.registrationId),
    isSupplierLink,
    isNull(registrationLinks.revokedAt),
  );
  if ((await tx.$count(registrationLinks, usable)) === 0) await issueLink(tx, ctx, link);
}

/** Extends expired links, including helpers', when the workflow runs again. Their URLs stay the same. */
export async function extendExpiredLinks(
  tx: Transaction,
  ctx: Context,
  { registrationId, lifetimeDays = defaultLifetimeDays, now }: Omit<LinkTarget, 'entryId'>,
): Promise<void> {
  const expiresAt = daysAfter(now, lifetimeDays);
  const extended = await tx
    .update(registrationLinks)
    .set({ expiresAt, renewalRequestedAt: null })
    .where(
      and(
        eq(registrationLinks.registrationId, registrationId),
        isLasting,
        lt(registrationLinks.expiresAt, now),
        isNull(registrationLinks.revokedAt),
      ),
    )
    .returning({ id: registrationLinks.id });
  for (const { id } of extended) {
    await audit(tx, ctx, 'link.extended', { kind: 'link', id });
  }
}

/** Revokes a link, which then looks as if it had never existed. */
export async function revokeLink(ctx: Context, linkId: string, now = new Date()): Promise<void> {
  await inTransaction(ctx, (tx) => revokeWhere(tx, ctx, eq(registrationLinks.id, linkId), now));
}

/** Revokes all links of the registration: anyone with the supplier's link may have created helpers' links. */
async function revokeLinks(ctx: Context, registrationId: string, now = new Date()): Promise<void> {
  const ofRegistration = eq(registrationLinks.registrationId, registrationId);
  await inTransaction(ctx, (tx) => revokeWhere(tx, ctx, ofRegistration, now));
}

async function revokeWhere(
  tx: Transaction,
  ctx: Context,
  condition: SQL | undefined,
  now: Date,
): Promise<void> {
  const { id, workspaceId, revokedAt } = registrationLinks;
  const revoked = await tx
    .update(registrationLinks)
    .set({ revokedAt: now })
    .where(and(condition, eq(workspaceId, ctx.workspace.id), isNull(revokedAt)))
    .returning({ id });
  for (const link of revoked) await audit(tx, ctx, 'link.revoked', { kind: 'link', id: link.id });
}

/**
 * Records the request for a new link to replace an expired one. The sender sees the time in the entry's meta
 * and extends the link by running the workflow again. Idempotent.
 */
export async function requestNewLink(ctx: Context, linkId: string, now = new Date()): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const updated = await tx
      .update(registrationLinks)
      .set({ renewalRequestedAt: now })
      .where(and(linkInWorkspace(ctx, linkId), isNull(registrationLinks.renewalRequestedAt)))
      .returning({ registrationId: registrationLinks.registrationId });
    const [link] = updated;
    if (!link) return;
    await markRenewalRequested(tx, link.registrationId, now);
    await audit(tx, ctx, 'link.renewal-requested', { kind: 'link', id: linkId });
    const [registration] = await tx
      .select({ entryId: registrations.entryId, intent: registrations.intent })
      .from(registrations)
      .where(eq(registrations.id, link.registrationId));
    if (!registration) return;
    const { entryId, intent } = registration;
    await publishEvent(tx, ctx, 'registration.link_requested', {
      entryId,
      data: { registration_id: link.registrationId, intent },
    });
  });
}

/** Marks the supplier's link, even if a helper asked, since the sender sees only that link. */
async function markRenewalRequested(tx: Transaction, ofRegistration: string, now: Date): Promise<void> {
  const { registrationId, revokedAt, renewalRequestedAt } = registrationLinks;
  await tx
    .update(registrationLinks)
    .set({ renewalRequestedAt: now })
    .where(
      and(eq(registrationId, ofRegistration), isSupplierLink, isNull(revokedAt), isNull(renewalRequestedAt)),
    );
}

const linkInWorkspace = (ctx: Context, linkId: string) =>
  and(eq(registrationLinks.id, linkId), eq(registrationLinks.workspaceId, ctx.workspace.id));

/** New term of a link in days from now. */
export const LinkTerm = z.strictObject({
  days: z
    .number()
    .int()
    .min(1, 'must be 1 to 365')
    .max(365, 'must be 1 to 365')
    .optional()
    .describe('Days from now, 1 to 365. Default: `link_lifetime_days` of the app gov-ar, or 30 without it.'),
});
export type LinkTerm = z.infer<typeof LinkTerm>;

export interface EntryLink {
  /** Absent if the link was revoked, since it must not be sent any more. */
  url?: string;
  /** Ready to send; absent like `url`. */
  texts?: LinkTexts;
  /** Only of a link for now. */
  intent?: LinkPurpose;
  createdAt: Date;
  expiresAt: Date;
  revokedAt?: Date;
  renewalRequestedAt?: Date;
}

/**
 * Returns the entry's link; undefined if there is no registration.
 * @throws AltaError `not-found`, also for another workspace's entry.
 */
export async function linkOf(ctx: Context, entryId: string): Promise<EntryLink | undefined> {
  requirePermission(ctx, 'registrations:read');
  await fetchListedEntry(ctx, entryId);
  const registration = await newestRegistration(ctx, entryId);
  const link = registration && (await supplierLink(ctx, registration.id));
  return link && presentLink(ctx, link, registration.intent);
}

/**
 * Extends the entry's link, and the helpers' with it; never shortens it. The URL stays the same.
 * @throws AltaError `not-found` `no-registration`; `conflict` `completed`, `revoked` or `link-revoked`.
 */
export async function extendLink(
  ctx: Context,
  entryId: string,
  { days }: LinkTerm = {},
  now = new Date(),
): Promise<EntryLink> {
  requirePermission(ctx, 'links:extend');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'links:extend');
    const registration = await lockUnfinished(tx, await fetchNewestRegistration(tx, ctx, entryId));
    const link = await supplierLink({ ...ctx, tx }, registration.id);
    if (!link || link.revokedAt) {
      throw new AltaError('conflict', 'The link was revoked: issue a new one.', { code: 'link-revoked' });
    }
    const requestedEnd = daysAfter(now, days ?? (await lifetimeDays({ ...ctx, tx })));
    const expiresAt = new Date(Math.max(requestedEnd.getTime(), link.expiresAt.getTime()));
    const { registrationId, revokedAt } = registrationLinks;
    await tx
      .update(registrationLinks)
      .set({ expiresAt, renewalRequestedAt: null })
      .where(and(eq(registrationId, registration.id), isLasting, isNull(revokedAt)));
    await audit(tx, ctx, 'link.extended', { kind: 'link', id: link.id }, { until: expiresAt.toISOString() });
    return presentLink(ctx, { ...link, expiresAt, renewalRequestedAt: null }, registration.intent);
  });
}

/** Revokes the entry's link and the helpers', which then look as if they never existed. Idempotent. */
export async function revokeLinkOf(ctx: Context, entryId: string, now = new Date()): Promise<void> {
  requirePermission(ctx, 'registrations:write');
  await inTransaction(ctx, async (tx) => {
    const { id } = await lockRegistration(tx, await fetchNewestRegistration(tx, ctx, entryId));
    await revokeLinks({ ...ctx, tx }, id, now);
  });
}

/**
 * Issues a new link and revokes the previous one with its helpers' links, for a link that got into the wrong
 * hands.
 * @throws AltaError `not-found` `no-registration`; `conflict` `completed` or `revoked`.
 */
export async function issueNewLink(
  ctx: Context,
  entryId: string,
  { days }: LinkTerm = {},
  now = new Date(),
): Promise<EntryLink> {
  requirePermission(ctx, 'registrations:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'registrations:write');
    const inner = { ...ctx, tx };
    const newest = await fetchNewestRegistration(tx, ctx, entryId);
    const { id: registrationId, intent } = await lockUnfinished(tx, newest);
    await revokeLinks(inner, registrationId, now);
    const lifetime = days ?? (await lifetimeDays(inner));
    const id = await issueLink(tx, ctx, { registrationId, entryId, lifetimeDays: lifetime, now });
    await audit(tx, ctx, 'link.issued', { kind: 'link', id });
    const link = await supplierLink(inner, registrationId);
    if (!link) throw new Error('The link was not stored.');
    return presentLink(ctx, link, intent);
  });
}

const lifetimeDays = async (ctx: Context): Promise<number> =>
  (await fetchApp(ctx, 'gov-ar')).settings.linkLifetimeDays ?? defaultLifetimeDays;

/** @param purpose what the texts ask for */
export async function presentLink(ctx: Context, link: LinkRow, purpose: LinkPurpose): Promise<EntryLink> {
  const { createdAt, expiresAt, revokedAt, renewalRequestedAt } = link;
  const url = addressOf(ctx, link);
  return {
    ...(revokedAt
      ? { revokedAt }
      : { url, texts: await linkTexts(ctx, { url, purpose, locale: link.locale }) }),
    ...(link.purpose ? { intent: link.purpose } : {}),
    createdAt,
    expiresAt,
    ...(renewalRequestedAt ? { renewalRequestedAt } : {}),
  };
}

/** @throws AltaError `not-found`; `no-registration` if the entry has none */
export async function fetchNewestRegistration(
  tx: Transaction,
  ctx: Context,
  entryId: string,
): Promise<RegistrationRow> {
  await fetchListedEntry({ ...ctx, tx }, entryId);
  const newest = await newestRegistration({ ...ctx, tx }, entryId);
  if (!newest) throw noRegistration();
  return newest;
}

/**
 * Records the first action of a link's holder. Viewing a page does not count, since mail scanners also open
 * links. Idempotent.
 */
export async function noteOpened(
  ctx: Context,
  { id: registrationId, entryId, link }: Registration,
  now = new Date(),
): Promise<void> {
  if (link.openedAt || ctx.actor.kind !== 'registrant' || ctx.actor.id !== link.id) return;
  await inTransaction(ctx, async (tx) => {
    const opened = await tx
      .update(registrationLinks)
      .set({ openedAt: now })
      .where(and(eq(registrationLinks.id, link.id), isNull(registrationLinks.openedAt)))
      .returning({ id: registrationLinks.id });
    if (!opened.length) return;
    await audit(tx, ctx, 'link.opened', { kind: 'link', id: link.id }, { scope: link.scope });
    await publishEvent(tx, ctx, 'link.opened', {
      entryId,
      data: { registration_id: registrationId, link_id: link.id, scope: link.scope },
    });
  });
}
