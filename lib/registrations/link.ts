import { and, eq, isNull, lt, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type LinkRow, registrationLinks } from '#lib/database/tables/links.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { setLinkMeta } from '#lib/silo/meta.ts';
import { createRef, hashRef, sealRef } from '#lib/silo/public-link.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { isSuppliers } from './links/supplier-link.ts';

const dayMs = 86_400_000;
export const defaultLifetimeDays = 30;
export const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * dayMs);

interface LinkOf {
  registrationId: string;
  entryId: string;
  lifetimeDays?: number | undefined;
  now: Date;
}

/** Makes the supplier's link to the registration and shows it in the entry's meta (`src` gov-ar, `key` link). Gives its id. */
export async function issueLink(
  tx: Transaction,
  ctx: Context,
  { registrationId, entryId, lifetimeDays = defaultLifetimeDays, now }: LinkOf,
): Promise<string> {
  const expiresAt = daysAfter(now, lifetimeDays);
  const { id } = await storeLink(tx, ctx, { registrationId, scope: 'full', expiresAt, createdAt: now });
  await setLinkMeta(tx, ctx, { entryId, src: 'gov-ar', key: 'link', registrationLinkId: id });
  return id;
}

type NewLink = Pick<LinkRow, 'registrationId' | 'scope' | 'expiresAt' | 'createdAt'> &
  Partial<Pick<LinkRow, 'holderName' | 'holderEmail' | 'holderWhatsapp'>>;

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

/** Running the workflow again opens a way in again, when the supplier's own was revoked: a helper's is none for them. */
export async function issueLinkIfNone(tx: Transaction, ctx: Context, link: LinkOf): Promise<void> {
  // Held, so that two jobs do not issue two.
  await tx.select().from(registrations).where(eq(registrations.id, link.registrationId)).for('update');
  const good = and(
    eq(registrationLinks.registrationId, link.registrationId),
    isSuppliers,
    isNull(registrationLinks.revokedAt),
  );
  if ((await tx.$count(registrationLinks, good)) === 0) await issueLink(tx, ctx, link);
}

/** Running the workflow again gives links that ran out, helpers' too, another term, under the address that people have. */
export async function extendExpiredLinks(
  tx: Transaction,
  ctx: Context,
  { registrationId, lifetimeDays = defaultLifetimeDays, now }: Omit<LinkOf, 'entryId'>,
): Promise<void> {
  const expiresAt = daysAfter(now, lifetimeDays);
  const extended = await tx
    .update(registrationLinks)
    .set({ expiresAt, renewalRequestedAt: null })
    .where(
      and(
        eq(registrationLinks.registrationId, registrationId),
        lt(registrationLinks.expiresAt, now),
        isNull(registrationLinks.revokedAt),
      ),
    )
    .returning({ id: registrationLinks.id });
  for (const { id } of extended) {
    await audit(tx, ctx, 'link.extended', { kind: 'link', id });
  }
}

/** From now on the link looks like one that never was. */
export async function revokeLink(ctx: Context, linkId: string, now = new Date()): Promise<void> {
  await inTransaction(ctx, (tx) => revokeWhere(tx, ctx, eq(registrationLinks.id, linkId), now));
}

/** The supplier's and those of their helpers: who got hold of the one may have made the others. */
export async function revokeLinks(ctx: Context, registrationId: string, now = new Date()): Promise<void> {
  const ofRegistration = eq(registrationLinks.registrationId, registrationId);
  await inTransaction(ctx, (tx) => revokeWhere(tx, ctx, ofRegistration, now));
}

async function revokeWhere(tx: Transaction, ctx: Context, which: SQL, now: Date): Promise<void> {
  const { id, workspaceId, revokedAt } = registrationLinks;
  const revoked = await tx
    .update(registrationLinks)
    .set({ revokedAt: now })
    .where(and(which, eq(workspaceId, ctx.workspace.id), isNull(revokedAt)))
    .returning({ id });
  for (const link of revoked) await audit(tx, ctx, 'link.revoked', { kind: 'link', id: link.id });
}

/**
 * The supplier with an expired link asks for another. Its sender finds the time in the value of the entry's meta
 * row, and gives it another term by running the workflow again. Pressing again changes nothing.
 */
export async function requestNewLink(ctx: Context, linkId: string, now = new Date()): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const asked = await tx
      .update(registrationLinks)
      .set({ renewalRequestedAt: now })
      .where(and(ofWorkspace(ctx, linkId), isNull(registrationLinks.renewalRequestedAt)))
      .returning({ registrationId: registrationLinks.registrationId });
    const [link] = asked;
    if (!link) return;
    await markAsked(tx, link.registrationId, now);
    await audit(tx, ctx, 'link.renewal-requested', { kind: 'link', id: linkId });
    const [registration] = await tx
      .select({ entryId: registrations.entryId })
      .from(registrations)
      .where(eq(registrations.id, link.registrationId));
    await publishEvent(tx, ctx, 'registration.link_requested', {
      entryId: registration?.entryId,
      data: { registrationId: link.registrationId },
    });
  });
}

/** The sender looks at the supplier's own link, whoever asked. */
async function markAsked(tx: Transaction, ofRegistration: string, now: Date): Promise<void> {
  const { registrationId, revokedAt, renewalRequestedAt } = registrationLinks;
  await tx
    .update(registrationLinks)
    .set({ renewalRequestedAt: now })
    .where(
      and(eq(registrationId, ofRegistration), isSuppliers, isNull(revokedAt), isNull(renewalRequestedAt)),
    );
}

const ofWorkspace = (ctx: Context, linkId: string) =>
  and(eq(registrationLinks.id, linkId), eq(registrationLinks.workspaceId, ctx.workspace.id));
