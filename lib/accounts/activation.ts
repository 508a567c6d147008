import { and, asc, eq } from 'drizzle-orm';
import { auditAccount } from '#lib/audit.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { members, users, workspaces } from '#lib/database/tables/accounts.ts';
import { notFound } from '#lib/errors.ts';
import { forgetDevices } from './devices.ts';
import { lockOwners, revokeInvitationsOf } from './members.ts';
import { endSessionsIn } from './sessions.ts';

/**
 * Ends every session of the person at once and lets them in no more, in the words of a wrong password. Their open
 * invitations end. They stay a member, and the API keys that they made stay: those are the workspace's.
 * @returns the slugs of the workspaces that nobody else owns.
 * @throws AltaError `not-found`.
 */
export async function deactivateUser(
  { email }: { email: string },
  now = new Date(),
): Promise<{ orphaned: string[] }> {
  return database().transaction(async (tx) => {
    // Owners first, then the person: as who changes members locks them.
    const orphaned = await onlyTheirs(tx, email);
    const id = await setDeactivated(tx, email, now);
    await endSessionsIn(tx, id);
    await revokeInvitationsOf(tx, id);
    await forgetDevices(tx, id);
    await auditAccount(tx, id, 'account.deactivated', {}, { by: 'operator' });
    return { orphaned };
  });
}

/** They log in again, with the password that they had. @throws AltaError `not-found`. */
export async function activateUser({ email }: { email: string }): Promise<void> {
  await database().transaction(async (tx) => {
    const id = await setDeactivated(tx, email, null);
    await auditAccount(tx, id, 'account.activated', {}, { by: 'operator' });
  });
}

async function setDeactivated(tx: Transaction, email: string, deactivatedAt: Date | null): Promise<string> {
  const [user] = await tx
    .update(users)
    .set({ deactivatedAt })
    .where(eq(users.email, email))
    .returning({ id: users.id });
  if (!user) throw notFound(`Somebody with the address ${email}`);
  return user.id;
}

/** The slugs of the workspaces that nobody else owns, whose owners are locked. */
async function onlyTheirs(tx: Transaction, email: string): Promise<string[]> {
  const owned = await tx
    .select({ id: workspaces.id, slug: workspaces.slug, userId: users.id })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(users.email, email), eq(members.role, 'owner')))
    .orderBy(asc(workspaces.id));
  const slugs: string[] = [];
  for (const { id, slug, userId } of owned) {
    const owners = await lockOwners(tx, id);
    if (owners.every((owner) => owner.userId === userId)) slugs.push(slug);
  }
  return slugs;
}
