import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { database, type Transaction } from '#lib/database/client.ts';
import { accounts, users } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { listMemberships } from './members.ts';
import { hashPassword, isPassword, type Person } from './passwords.ts';

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

/** A checked login: the user, and their `session_epoch` at that moment (sessions.ts). */
export interface JudgedLogin {
  user: User;
  epoch: number;
}

/** Personal data that the password must not consist of. */
export async function personOf({ id, name, email }: User): Promise<Person> {
  const memberships = await listMemberships(id);
  return { name, email, workspaces: memberships.map(({ workspace }) => workspace.name) };
}

export async function findUserByEmail(email: string): Promise<{ id: string } | undefined> {
  const [row] = await database().select({ id: users.id }).from(users).where(eq(users.email, email));
  return row;
}

/** @throws AltaError `conflict` (`email-taken`). */
export async function createUser(input: NewUser, tx?: Transaction): Promise<{ id: string }> {
  if (!tx) return database().transaction((own) => createUser(input, own));
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
  const message = 'is the e-mail address of somebody who has an account already';
  return new AltaError('conflict', `The address ${message}.`, {
    code: 'email-taken',
    fields: { email: message },
    faults: [{ code: 'email-taken', message, paths: ['$.email'] }],
  });
};

/**
 * The user with this password. Undefined for a wrong password, an unknown address and a deactivated user,
 * after the same work.
 */
export async function judgePassword(
  whose: { id: string } | { email: string },
  password: string,
): Promise<JudgedLogin | undefined> {
  const isTheirs = 'id' in whose ? eq(users.id, whose.id) : eq(users.email, whose.email.toLowerCase());
  // One statement, so that hash and epoch belong together.
  const [found] = await database()
    .select({
      user: { id: users.id, name: users.name, email: users.email },
      epoch: users.sessionEpoch,
      hash: accounts.password,
      deactivatedAt: users.deactivatedAt,
    })
    .from(users)
    .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(isTheirs);
  if (!found?.hash) {
    await hashPassword(password);
    return undefined;
  }
  const isRight = await isPassword(password, found.hash);
  return isRight && !found.deactivatedAt ? { user: found.user, epoch: found.epoch } : undefined;
}

export async function hasUsers(db: Pick<Transaction, 'select'> = database()): Promise<boolean> {
  const [row] = await db.select({ one: sql`1` }).from(users).limit(1);
  return row !== undefined;
}
