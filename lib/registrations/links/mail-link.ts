import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { areYounger } from '#lib/age.ts';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type LinkRow, linkMails, registrationLinks } from '#lib/database/tables/links.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { notFound } from '#lib/errors.ts';
import { linkLimits } from '#lib/limits.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { lockRegistration } from '../lock.ts';
import type { Registration } from '../registration.ts';

const dayMs = 86_400_000;

export type LinkMailKind = (typeof linkMails.$inferSelect)['kind'];

export type Mailed = { kind: 'queued' } | { kind: 'too-many'; by: 'link' | 'address' };

/**
 * Mails the link by which somebody is here, so that they go on with it elsewhere. To the supplier's own address the
 * notices go, too, from then on; to a helper's, that it is done.
 */
export async function mailLink(
  ctx: Context,
  registration: Registration,
  { to }: { to: string },
  now = new Date(),
): Promise<Mailed> {
  return inTransaction(ctx, async (tx) => {
    const { noticeEmail } = await lockRegistration(tx, registration);
    const link = await lockLink(tx, registration);
    const mailed = await queueLinkMail(tx, ctx, { link, to, kind: 'asked', now });
    if (mailed.kind !== 'queued') return mailed;
    if (link.scope === 'arca-steps-only') {
      await tx.update(registrationLinks).set({ holderEmail: to }).where(eq(registrationLinks.id, link.id));
    } else if (noticeEmail !== to) {
      await tx.update(registrations).set({ noticeEmail: to }).where(eq(registrations.id, registration.id));
    }
    return mailed;
  });
}

/** @throws AltaError `not-found` when it was revoked meanwhile */
async function lockLink(tx: Transaction, { id, link }: Registration): Promise<LinkRow> {
  const isThis = and(eq(registrationLinks.id, link.id), eq(registrationLinks.registrationId, id));
  const [row] = await tx.select().from(registrationLinks).where(isThis).for('update');
  if (!row || row.revokedAt) throw notFound('The link');
  return row;
}

/** A mail for the queue, unless the link or the address has had too many within a day. The link is locked. */
export async function queueLinkMail(
  tx: Transaction,
  ctx: Context,
  { link, to, kind, now }: { link: LinkRow; to: string; kind: LinkMailKind; now: Date },
): Promise<Mailed> {
  const ofLink = await tx.$count(linkMails, and(eq(linkMails.linkId, link.id), within(now)));
  if (ofLink >= linkLimits.mailsADayOfALink) return { kind: 'too-many', by: 'link' };
  if (await hasTooManyMails(tx, to, now)) return { kind: 'too-many', by: 'address' };
  const id = uuidv7();
  const row = {
    id,
    workspaceId: ctx.workspace.id,
    linkId: link.id,
    address: keptAddress(to),
    kind,
    createdAt: now,
  };
  await tx.insert(linkMails).values(row);
  const action = kind === 'reminder' ? 'link.reminded' : 'link.mail-requested';
  await audit(tx, ctx, action, { kind: 'link', id: link.id }, { mail: id });
  await enqueue(tx, laneOf(ctx.workspace), 'link-mail', { linkMailId: id });
  return { kind: 'queued' };
}

/** Whatever workspaces they are from. Until the transaction ends, nobody else mails to this address. */
export async function hasTooManyMails(tx: Transaction, to: string, now: Date): Promise<boolean> {
  const address = keptAddress(to);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`);
  const toAddress = await tx.$count(linkMails, and(eq(linkMails.address, address), within(now)));
  return toAddress >= linkLimits.mailsADayToAnAddress;
}

const within = (now: Date) => areYounger(linkMails.createdAt, dayMs, now);
/** One address, however it is written: mails to it are counted. */
export const keptAddress = (address: string) => address.toLowerCase();
