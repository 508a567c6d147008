import { and, eq, isNull, lt } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { setLinkMeta } from '#lib/silo/meta.ts';
import { createRef, hashRef, sealRef } from '#lib/silo/public-link.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';

const dayMs = 86_400_000;
export const defaultLifetimeDays = 30;
export const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * dayMs);

interface LinkOf {
  registrationId: string;
  entryId: string;
  lifetimeDays?: number | undefined;
  now: Date;
}

/** Makes a link to the registration and shows it in the entry's meta (`src` gov-ar, `key` link). Gives its id. */
export async function issueLink(
  tx: Transaction,
  ctx: Context,
  { registrationId, entryId, lifetimeDays = defaultLifetimeDays, now }: LinkOf,
): Promise<string> {
  const id = uuidv7();
  const ref = createRef();
  const { id: workspaceId, environment } = ctx.workspace;
  const expiresAt = daysAfter(now, lifetimeDays);
  await tx.insert(registrationLinks).values({
    id,
    workspaceId,
    registrationId,
    scope: 'full',
    refHash: hashRef(ref) ?? '',
    refSealed: sealRef(ref, { id, workspaceId, environment }),
    expiresAt,
    createdAt: now,
  });
  await setLinkMeta(tx, ctx, { entryId, src: 'gov-ar', key: 'link', registrationLinkId: id });
  return id;
}

/** Running the workflow again opens a way in again, when every link was revoked. */
export async function issueLinkIfNone(tx: Transaction, ctx: Context, link: LinkOf): Promise<void> {
  // Held, so that two jobs do not issue two.
  await tx.select().from(registrations).where(eq(registrations.id, link.registrationId)).for('update');
  const good = and(
    eq(registrationLinks.registrationId, link.registrationId),
    isNull(registrationLinks.revokedAt),
  );
  if ((await tx.$count(registrationLinks, good)) === 0) await issueLink(tx, ctx, link);
}

/** Running the workflow again gives links that ran out another term, under the address that people have. */
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
  await inTransaction(ctx, async (tx) => {
    const revoked = await tx
      .update(registrationLinks)
      .set({ revokedAt: now })
      .where(and(ofWorkspace(ctx, linkId), isNull(registrationLinks.revokedAt)))
      .returning({ id: registrationLinks.id });
    if (revoked.length) await audit(tx, ctx, 'link.revoked', { kind: 'link', id: linkId });
  });
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

const ofWorkspace = (ctx: Context, linkId: string) =>
  and(eq(registrationLinks.id, linkId), eq(registrationLinks.workspaceId, ctx.workspace.id));
