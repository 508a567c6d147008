import { and, asc, eq } from 'drizzle-orm';
import { auditAccount } from '#lib/audit.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { members, users, workspaces } from '#lib/database/tables/accounts.ts';
import { notFound } from '#lib/errors.ts';
import { invalidateDevices } from './devices.ts';
import { lockOwners, revokeInvitationsByUser } from './members.ts';
import { endSessionsInTransaction } from './sessions.ts';

/**
 * Deactivates a user: ends all sessions, revokes open invitations that they created, and refuses logins with the
 * same error as a wrong password. The user stays a member, and API keys that they created stay valid, because
 * keys belong to the workspace.
 * @returns the slugs of the workspaces that have no other owner.
 * @throws AltaError `not-found`.
 */
export async function deactivateUser(
  { email }: { email: string },
  now = new Date(),
): Promise<{ orphanedWorkspaces: string[] }> {
  return database().transaction(async (tx) => {
    // Locks the owners before the user, the same order as in changes of members.
    const orphanedWorkspaces = await findSoleOwnedWorkspaces(tx, email);
    const id = await setDeactivatedAt(tx, email, now);
    await endSessionsInTransaction(tx, id);
    await revokeInvitationsByUser(tx, id);
    await invalidateDevices(tx, id);
    await auditAccount(tx, id, 'account.deactivated', {}, { by: 'operator' });
    return { orphanedWorkspaces };
  });
}

/** Reactivates a user, with their former password. @throws AltaError `not-found`. */
export async function activateUser({ email }: { email: string }): Promise<void> {
  await database().transaction(async (tx) => {
    const id = await setDeactivatedAt(tx, email, null);
    await auditAccount(tx, id, 'account.activated', {}, { by: 'operator' });
  });
}

async function setDeactivatedAt(tx: Transaction, email: string, deactivatedAt: Date | null): Promise<string> {
  const [user] = await tx
    .update(users)
    .set({ deactivatedAt })
    .where(eq(users.email, email))
    .returning({ id: users.id });
  if (!user) throw notFound(`Somebody with the address ${email}`);
  return user.id;
}

/** Returns the slugs of the workspaces of which the user is the only owner. Locks the owners. */
async function findSoleOwnedWorkspaces(tx: Transaction, email: string): Promise<string[]> {
  const ownedWorkspaces = await tx
    .select({ id: workspaces.id, slug: workspaces.slug, userId: users.id })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(users.email, email), eq(members.role, 'owner')))
    .orderBy(asc(workspaces.id));
  const slugs: string[] = [];
  for (const { id, slug, userId } of ownedWorkspaces) {
    const owners = await lockOwners(tx, id);
    if (owners.every((owner) => owner.userId === userId)) slugs.push(slug);
  }
  return slugs;
}
