import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { audit, changesOf } from '#lib/audit.ts';
import {
  type Context,
  inTransaction,
  lockPermission,
  reader,
  type Workspace,
  workspaceOf,
} from '#lib/context.ts';
import { type Database, database, type Transaction } from '#lib/database/client.ts';
import {
  invitations,
  members,
  passkeys,
  type Role,
  secondFactors,
  users,
  workspaces,
} from '#lib/database/tables/accounts.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';

export interface Membership {
  workspace: Workspace;
  role: Role;
  /** The workspace requires a second factor, and is closed to the member until they add one. */
  lacksSecondFactor: boolean;
}

const hasPasskey = sql`exists (select from ${passkeys} where ${passkeys.userId} = ${members.userId})`;

/** A user's workspaces, by name. */
export async function listMemberships(
  userId: string,
  tx: Transaction | Database = database(),
): Promise<Membership[]> {
  const rows = await tx
    .select({
      workspace: workspaces,
      role: members.role,
      lacksSecondFactor: sql<boolean>`${workspaces.secondFactorRequired} and ${secondFactors.confirmedAt} is null and not ${hasPasskey}`,
    })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .leftJoin(secondFactors, eq(secondFactors.userId, members.userId))
    .where(eq(members.userId, userId))
    .orderBy(asc(workspaces.name), asc(workspaces.slug));
  return rows.map(({ workspace, ...membership }) => ({ workspace: workspaceOf(workspace), ...membership }));
}

/** Returns the user's current role; undefined if they are not a member or are deactivated. */
export async function findRole(workspaceId: string, userId: string): Promise<Role | undefined> {
  const [row] = await database()
    .select({ role: members.role })
    .from(members)
    .innerJoin(users, and(eq(users.id, members.userId), isNull(users.deactivatedAt)))
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  return row?.role;
}

export interface Member {
  userId: string;
  name: string;
  email: string;
  role: Role;
  since: Date;
  hasSecondFactor: boolean;
}

export async function listMembers(ctx: Context): Promise<Member[]> {
  requirePermission(ctx, 'members:read');
  return reader(ctx)
    .select({
      userId: members.userId,
      name: users.name,
      email: users.email,
      role: members.role,
      since: members.createdAt,
      hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null or ${hasPasskey}`,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, members.userId))
    .where(eq(members.workspaceId, ctx.workspace.id))
    .orderBy(asc(members.createdAt), asc(users.email));
}

/** Adds a member. An existing member keeps their role. */
export async function addMember(ctx: Context, userId: string, role: Role): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const added = await tx
      .insert(members)
      .values({ workspaceId: ctx.workspace.id, userId, role })
      .onConflictDoNothing()
      .returning({ userId: members.userId });
    if (added.length) await audit(tx, ctx, 'member.added', { kind: 'user', id: userId }, { role });
  });
}

/** @throws AltaError `not-found`, or `conflict` (`last-owner`). */
export async function changeRole(ctx: Context, input: { userId: string; role: Role }): Promise<void> {
  requirePermission(ctx, 'members:write');
  const { userId, role } = input;
  await inTransaction(ctx, async (tx) => {
    const owners = await lockOwners(tx, ctx.workspace.id);
    await lockPermission(tx, ctx, 'members:write');
    if (role !== 'owner') requireRemainingOwner(owners, userId);
    const [before] = await tx
      .select({ role: members.role })
      .from(members)
      .where(isMember(ctx, userId))
      .for('update');
    if (!before) throw notFound('The member');
    await tx.update(members).set({ role }).where(isMember(ctx, userId));
    if (role !== 'owner') await revokeInvitationsByUser(tx, userId, ctx.workspace.id);
    const changes = changesOf(before, { role });
    await audit(tx, ctx, 'member.role-changed', { kind: 'user', id: userId }, { role, changes });
  });
}

/**
 * Owners may remove anyone; other members may remove only themselves.
 * @throws AltaError `not-found`, `conflict` (`last-owner`)
 */
export async function removeMember(ctx: Context, { userId }: { userId: string }): Promise<void> {
  if (ctx.actor.id !== userId) requirePermission(ctx, 'members:write');
  await inTransaction(ctx, async (tx) => {
    const owners = await lockOwners(tx, ctx.workspace.id);
    if (ctx.actor.id !== userId) await lockPermission(tx, ctx, 'members:write');
    requireRemainingOwner(owners, userId);
    const removed = await tx.delete(members).where(isMember(ctx, userId)).returning();
    if (removed.length === 0) throw notFound('The member');
    await revokeInvitationsByUser(tx, userId, ctx.workspace.id);
    await audit(tx, ctx, 'member.removed', { kind: 'user', id: userId });
  });
}

const isMember = (ctx: Context, userId: string) =>
  and(eq(members.workspaceId, ctx.workspace.id), eq(members.userId, userId));

function requireRemainingOwner(owners: { userId: string }[], excludedUserId: string): void {
  if (owners.length > 0 && owners.every(({ userId }) => userId === excludedUserId)) {
    throw new AltaError('conflict', 'A workspace must have at least one owner.', { code: 'last-owner' });
  }
}

/** Locks and returns the active owners. If two owners demote each other, the second waits and is refused. */
export const lockOwners = (tx: Transaction, workspaceId: string): Promise<{ userId: string }[]> =>
  tx
    .select({ userId: members.userId })
    .from(members)
    .innerJoin(users, and(eq(users.id, members.userId), isNull(users.deactivatedAt)))
    .where(and(eq(members.workspaceId, workspaceId), eq(members.role, 'owner')))
    .orderBy(asc(members.userId))
    .for('update', { of: members });

/**
 * Revokes the open invitations of a user who has lost the right to invite, in one workspace or in all, so that
 * the user cannot rejoin through them. Call it after removing the right: that change waits for invitations
 * still being created in other transactions, so none is missed here.
 */
export async function revokeInvitationsByUser(
  tx: Transaction,
  userId: string,
  workspaceId?: string,
): Promise<void> {
  await tx
    .update(invitations)
    .set({ revokedAt: new Date() })
    .where(
      and(
        workspaceId ? eq(invitations.workspaceId, workspaceId) : undefined,
        eq(invitations.invitedBy, userId),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    );
}
