import { randomUUID } from 'node:crypto';
import { addMember } from '#lib/accounts/members.ts';
import type { Visitor } from '#lib/accounts/sessions.ts';
import { signIn } from '#lib/accounts/sign-in.ts';
import { createUser, type NewUser } from '#lib/accounts/users.ts';
import type { Context } from '#lib/context.ts';
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

/** A user, and where `ctx` is given, as what they are in its workspace. */
export async function newPerson(member?: { ctx: Context; role: Role }): Promise<Person> {
  const person = somebody();
  const { id } = await createUser(person);
  if (member) await addMember(member.ctx, id, member.role);
  return { ...person, id };
}

export const signInAs = ({ email, password }: NewUser) => signIn({ email, password }, visitor);
