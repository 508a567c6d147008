import { randomUUID } from 'node:crypto';
import { addMember } from '#lib/accounts/members.ts';
import { hashPassword } from '#lib/accounts/passwords.ts';
import type { Visitor } from '#lib/accounts/sessions.ts';
import { logInWithPassword } from '#lib/accounts/sign-in.ts';
import type { NewUser } from '#lib/accounts/users.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { accounts, users } from '#lib/database/tables/accounts.ts';
import type { Role } from '#lib/roles.ts';

export const password = 'cuatro palabras sin relacion';
export const visitor: Visitor = { address: '192.0.2.7', userAgent: 'a test' };

export const somebody = (name = 'Ana'): NewUser => ({
  name,
  email: `${name.toLowerCase()}-${randomUUID()}@example.com`,
  password,
});

export interface Person extends NewUser {
  id: string;
}

/** Shared: making one takes a core a tenth of a second, and a worker's tests have a hundred people. */
let hash: string | undefined;

/** A user, and if `member` is given, a member of its workspace. */
export async function newPerson(member?: { ctx: Context; role: Role }): Promise<Person> {
  const [id, { name, email, password }] = [randomUUID(), somebody()];
  hash ??= await hashPassword(password);
  await database().insert(users).values({ id, name, email });
  const login = { id: randomUUID(), userId: id, accountId: id, providerId: 'credential', password: hash };
  await database().insert(accounts).values(login);
  if (member) await addMember(member.ctx, id, member.role);
  return { id, name, email, password };
}

export const signInAs = ({ email, password }: NewUser) => logInWithPassword({ email, password }, visitor);
