import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beginSecondFactor, confirmSecondFactor } from '#lib/accounts/second-factor.ts';
import { listSessions } from '#lib/accounts/sessions.ts';
import { database } from '#lib/database/client.ts';
import { sessions } from '#lib/database/tables/accounts.ts';
import { authenticatorOf } from './authenticator.ts';
import { type Person, visitor } from './person.ts';

/**
 * Gives the person a second factor, turned on in the session `here`, in the one they used last, or in one that ends
 * with it. Codes of the steps up to that of `since` are used up.
 */
export async function enrol(person: Person, since = new Date(), here?: string) {
  const { secret } = await beginSecondFactor(person);
  const authenticator = authenticatorOf(secret);
  const confirm = (id: string) =>
    confirmSecondFactor({ id, user: person }, authenticator.codeAt(since), visitor, since);
  const open = here ?? (await listSessions(person.id))[0]?.id;
  const codes = await (open ? confirm(open) : inSessionOf(person, confirm));
  return { ...authenticator, secret, recoveryCodes: codes ?? [] };
}

/** A session without a cookie, for one act. */
export async function inSessionOf<T>({ id: userId }: { id: string }, act: (id: string) => Promise<T>) {
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await database().insert(sessions).values({ id, userId, tokenHash: id, expiresAt });
  try {
    return await act(id);
  } finally {
    await database().delete(sessions).where(eq(sessions.id, id));
  }
}
