import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { database, type Transaction } from '#lib/database/client.ts';
import { accounts, users } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { listMemberships } from './members.ts';
import { hashPassword, isCorrectPassword, type PersonalData } from './passwords.ts';

export interface User {
  id: string;
  name: string;
  email: string;
}

export interface NewUser {
  name: string;
  email: string;
  password: string;
}

/** A user whose credentials were verified, and their `session_epoch` at that moment (sessions.ts). */
export interface VerifiedLogin {
  user: User;
  epoch: number;
}

/** Loads the personal data that the user's password must not consist of. */
export async function loadPersonalData({ id, name, email }: User): Promise<PersonalData> {
  const memberships = await listMemberships(id);
  return { name, email, workspaces: memberships.map(({ workspace }) => workspace.name) };
}

export async function findUserByEmail(email: string): Promise<{ id: string } | undefined> {
  const [row] = await database().select({ id: users.id }).from(users).where(eq(users.email, email));
  return row;
}

/** @throws AltaError `conflict` (`email-taken`). */
export async function createUser(input: NewUser, tx?: Transaction): Promise<{ id: string }> {
  if (!tx) return database().transaction((newTx) => createUser(input, newTx));
  const [user] = await tx
    .insert(users)
    .values({ id: uuidv7(), name: input.name, email: input.email.toLowerCase() })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!user) throw emailTaken();
  const password = await hashPassword(input.password);
  await tx
    .insert(accounts)
    .values({ id: uuidv7(), userId: user.id, providerId: 'credential', accountId: user.id, password });
  return user;
}

const emailTaken = () => {
  const message = 'already belongs to an account';
  return new AltaError('conflict', `The address ${message}.`, {
    code: 'email-taken',
    fields: { email: message },
    faults: [{ code: 'email-taken', message, paths: ['$.email'] }],
  });
};

/**
 * Returns the user if the password is correct. Returns undefined for a wrong password, an unknown address or a
 * deactivated user, after the same work in each case.
 */
export async function verifyPassword(
  userKey: { id: string } | { email: string },
  password: string,
): Promise<VerifiedLogin | undefined> {
  const isUser = 'id' in userKey ? eq(users.id, userKey.id) : eq(users.email, userKey.email.toLowerCase());
  // One statement, so that hash and epoch belong together.
  const [row] = await database()
    .select({
      user: { id: users.id, name: users.name, email: users.email },
      epoch: users.sessionEpoch,
      hash: accounts.password,
      deactivatedAt: users.deactivatedAt,
    })
    .from(users)
    .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(isUser);
  if (!row?.hash) {
    await hashPassword(password);
    return undefined;
  }
  const isCorrect = await isCorrectPassword(password, row.hash);
  return isCorrect && !row.deactivatedAt ? { user: row.user, epoch: row.epoch } : undefined;
}

export async function hasUsers(db: Pick<Transaction, 'select'> = database()): Promise<boolean> {
  const [row] = await db.select({ one: sql`1` }).from(users).limit(1);
  return row !== undefined;
}
