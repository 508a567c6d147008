import { beginSecondFactor, confirmSecondFactor } from '#lib/accounts/second-factor.ts';
import { listSessions } from '#lib/accounts/sessions.ts';
import { authenticatorOf } from './authenticator.ts';
import { type Person, visitor } from './person.ts';

/**
 * Gives the person a second factor, turned on in the session `here` or in the one they used last. Codes of
 * the steps up to that of `since` are used up.
 */
export async function enrol(person: Person, since = new Date(), here?: string) {
  const { secret } = await beginSecondFactor(person);
  const authenticator = authenticatorOf(secret);
  const session = { id: here ?? (await listSessions(person.id))[0]?.id ?? '', user: person };
  const codes = await confirmSecondFactor(session, authenticator.codeAt(since), visitor, since);
  return { ...authenticator, secret, recoveryCodes: codes ?? [] };
}
