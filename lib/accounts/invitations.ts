import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { areRecent, areUnexpired } from '#lib/age.ts';
import { audit } from '#lib/audit.ts';
import {
  type Context,
  inTransaction,
  lockPermission,
  reader,
  type Workspace,
  workspaceOf,
} from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { invitations, type Role, users, workspaces } from '#lib/database/tables/accounts.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { env } from '#lib/env.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import type { Locale } from '#lib/i18n.ts';
import { memberInvitationLetter } from '#lib/mail/account-letters.ts';
import {
  type Composer,
  countMailsToAddress,
  normaliseAddress,
  notNeeded,
  queueMail,
} from '#lib/mail/mails.ts';
import { senderLine } from '#lib/mail/send-mail.ts';
import { refuseOverQuota } from '#lib/quotas.ts';
import { randomText } from '#lib/random-text.ts';
import { requirePermission } from '#lib/roles.ts';
import { dayMs } from '#lib/time.ts';
import { lookupHash } from '#lib/vault.ts';
import { addMember, listMemberships } from './members.ts';
import { refuseWeakPassword } from './passwords.ts';
import { createUser, type NewUser } from './users.ts';

const lifetimeMs = 7 * 86_400_000;
// 256 bits, so a fast hash is enough (ASVS 5.0, 6.5.2).
const tokenLength = 43;
const tokenPattern = /^[0-9A-Za-z]{43}$/;
const hashToken = (token: string) => lookupHash('invitation', token);

interface NewInvitation {
  role: Role;
  note?: string | undefined;
  /** Mails the link to this address. The mail has a link of its own, so the one in the result stops working. */
  mail?: { to: string; locale: Locale } | undefined;
}

/** Invitations mailed to an address within a day, by all workspaces. */
const dailyMailsPerAddress = 5;

/** Invitations that a workspace mails within a day, including those that were withdrawn. */
const dailyMailsPerWorkspace = 100;

/**
 * Creates a single-use link to join the workspace. The link is only in this result, or in the mail.
 * @throws AltaError `conflict` `over-quota`; `rate-limited` `too-many-mails`
 */
export async function createInvitation(
  ctx: Context,
  { role, note = '', mail }: NewInvitation,
  now = new Date(),
): Promise<{ id: string; url: string; expiresAt: Date }> {
  requirePermission(ctx, 'members:write');
  const id = uuidv7();
  const token = randomText(tokenLength);
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'members:write');
    await refuseOverQuota(tx, ctx, 'members');
    await tx.insert(invitations).values({
      id,
      workspaceId: ctx.workspace.id,
      role,
      tokenHash: hashToken(token),
      expiresAt,
      note: note || (mail?.to ?? ''),
      invitedBy: ctx.actor.kind === 'user' ? ctx.actor.id : null,
      createdAt: now,
    });
    await audit(tx, ctx, 'invitation.created', { kind: 'invitation', id }, { role });
    if (mail) await queueInvitation(tx, ctx, { id, ...mail, now });
  });
  return { id, url: invitationUrl(token), expiresAt };
}

async function queueInvitation(
  tx: Transaction,
  { workspace }: Context,
  { id, to, locale, now }: { id: string; to: string; locale: Locale; now: Date },
): Promise<void> {
  const address = normaliseAddress(to);
  const isInvitation = eq(mails.kind, 'member-invitation');
  const ofWorkspace = tx
    .select({ id: sql<string>`${invitations.id}::text` })
    .from(invitations)
    .where(and(eq(invitations.workspaceId, workspace.id), areRecent(invitations.createdAt, dayMs, now)));
  const byWorkspace = await tx.$count(mails, and(inArray(mails.subject, ofWorkspace), isInvitation));
  const toAddress = await countMailsToAddress(tx, address, isInvitation, now);
  if (toAddress >= dailyMailsPerAddress || byWorkspace >= dailyMailsPerWorkspace) {
    throw new AltaError('rate-limited', 'The limit of mails a day is reached.', {
      code: 'too-many-mails',
      retryAfterSeconds: 86_400,
    });
  }
  const mail = { kind: 'member-invitation', workspace, subject: id, to: address, data: { locale } } as const;
  await queueMail(tx, mail, now);
}

/** Each attempt to send makes a new link, because only the hash of one is stored. The last one sent works. */
export const composeInvitation: Composer<'member-invitation'> = async ({ subject, to, data }, now) => {
  const [row] = await database()
    .select({ workspace: workspaces, invitation: invitations, by: users.name })
    .from(invitations)
    .innerJoin(workspaces, eq(workspaces.id, invitations.workspaceId))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.id, subject), isOpen(now)));
  if (!row || !to) return notNeeded;
  const token = randomText(tokenLength);
  const changed = await database()
    .update(invitations)
    .set({ tokenHash: hashToken(token) })
    .where(and(eq(invitations.id, subject), isOpen(now)))
    .returning({ id: invitations.id });
  if (changed.length === 0) return notNeeded;
  const workspace = workspaceOf(row.workspace);
  const { expiresAt } = row.invitation;
  const about = { workspace, by: row.by ?? workspace.name, url: invitationUrl(token), expiresAt };
  const host = new URL(env().ALTA_ORIGIN).hostname;
  const messageId = `<invitation.${subject}.${now.getTime()}@${host}>`;
  return { kind: 'send', letters: [{ ...memberInvitationLetter(about, data.locale), to, messageId }] };
};

const invitationUrl = (token: string) => `${env().ALTA_ORIGIN}/invite/${token}`;

/** The mail of an invitation as it would be sent now, with a link that leads nowhere. */
export async function previewInvitation(
  ctx: Context,
  { locale }: { locale: Locale },
  now = new Date(),
): Promise<{ subject: string; html: string; from: string }> {
  requirePermission(ctx, 'members:write');
  const [user] = await reader(ctx)
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, ctx.actor.id ?? ''));
  const about = {
    workspace: ctx.workspace,
    by: user?.name ?? ctx.workspace.name,
    url: invitationUrl('…'),
    expiresAt: new Date(now.getTime() + lifetimeMs),
  };
  const { subject, html } = memberInvitationLetter(about, locale);
  return { subject, html, from: senderLine(undefined) };
}

/** Without a mail server, a mailed invitation would reach nobody. */
export const canMailInvitations = (): boolean => env().SMTP_URL !== undefined;

export interface OpenInvitation {
  id: string;
  role: Role;
  note: string;
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/** Invitations that can still be accepted, newest first. */
export async function listInvitations(ctx: Context, now = new Date()): Promise<OpenInvitation[]> {
  requirePermission(ctx, 'members:write');
  return reader(ctx)
    .select({
      id: invitations.id,
      role: invitations.role,
      note: invitations.note,
      invitedBy: users.name,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.workspaceId, ctx.workspace.id), isOpen(now)))
    .orderBy(desc(invitations.createdAt));
}

export async function revokeInvitation(
  ctx: Context,
  { id }: { id: string },
  now = new Date(),
): Promise<void> {
  requirePermission(ctx, 'members:write');
  await inTransaction(ctx, async (tx) => {
    const revoked = await tx
      .update(invitations)
      .set({ revokedAt: now })
      .where(and(eq(invitations.id, id), eq(invitations.workspaceId, ctx.workspace.id), isOpen(now)))
      .returning({ id: invitations.id });
    if (revoked.length === 0) throw notFound('The invitation');
    await audit(tx, ctx, 'invitation.revoked', { kind: 'invitation', id });
  });
}

export interface Invitation {
  workspace: Workspace;
  role: Role;
  invitedBy: string | null;
}

/** Finds an open invitation; undefined if the token is unknown, used, revoked or expired. */
export async function findInvitation(token: string, now = new Date()): Promise<Invitation | undefined> {
  if (!tokenPattern.test(token)) return undefined;
  const [row] = await database()
    .select({ workspace: workspaces, invitation: invitations, invitedBy: users.name })
    .from(invitations)
    .innerJoin(workspaces, eq(workspaces.id, invitations.workspaceId))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.tokenHash, hashToken(token)), isOpen(now)));
  if (!row) return undefined;
  const { workspace, invitation, invitedBy } = row;
  return { workspace: workspaceOf(workspace), role: invitation.role, invitedBy };
}

/**
 * Creates an account and makes it a member.
 * @throws AltaError `gone` (`invitation-gone`), `conflict` (`email-taken`), `validation` (a weakness of the
 * password).
 */
export async function signUpByInvitation(
  token: string,
  newUser: NewUser,
  now = new Date(),
): Promise<{ userId: string; workspace: Workspace }> {
  const invitation = await findInvitation(token, now);
  const workspaces = invitation ? [invitation.workspace.name] : [];
  await refuseWeakPassword(newUser.password, { ...newUser, workspaces });
  return acceptInvitation(token, now, async (tx) => (await createUser(newUser, tx)).id);
}

/** Adds an existing user. @throws AltaError `gone` (`invitation-gone`), `conflict` (`already-member`). */
export async function joinByInvitation(
  token: string,
  userId: string,
  now = new Date(),
): Promise<{ workspace: Workspace }> {
  const invitation = await findInvitation(token, now);
  const memberships = await listMemberships(userId);
  if (memberships.some(({ workspace }) => workspace.id === invitation?.workspace.id)) {
    throw new AltaError('conflict', 'You are already a member of this workspace.', {
      code: 'already-member',
    });
  }
  return acceptInvitation(token, now, async () => userId);
}

/** The conditional UPDATE refuses the second of two concurrent acceptances. */
async function acceptInvitation(
  token: string,
  now: Date,
  resolveUserId: (tx: Transaction) => Promise<string>,
) {
  return database().transaction(async (tx) => {
    const [accepted] = await tx
      .update(invitations)
      .set({ acceptedAt: now })
      .where(and(eq(invitations.tokenHash, hashToken(token)), isOpen(now)))
      .returning();
    if (!accepted) {
      throw new AltaError('gone', 'This invitation was used or withdrawn, or has expired.', {
        code: 'invitation-gone',
      });
    }
    const userId = await resolveUserId(tx);
    await tx.update(invitations).set({ acceptedBy: userId }).where(eq(invitations.id, accepted.id));
    const [row] = await tx.select().from(workspaces).where(eq(workspaces.id, accepted.workspaceId));
    if (!row) throw new Error(`Workspace ${accepted.workspaceId} is gone.`);
    const workspace = workspaceOf(row);
    const ctx: Context = { workspace, actor: { kind: 'user', id: userId, role: accepted.role }, tx };
    await addMember(ctx, userId, accepted.role);
    await audit(tx, ctx, 'invitation.accepted', { kind: 'invitation', id: accepted.id });
    return { userId, workspace };
  });
}

const isOpen = (now: Date) =>
  and(
    isNull(invitations.acceptedAt),
    isNull(invitations.revokedAt),
    areUnexpired(invitations.expiresAt, lifetimeMs, now),
  );
