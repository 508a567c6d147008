'use server';

import { cookies } from 'next/headers';
import { z } from 'zod';
import { beginPasskeyAssertion } from '#lib/accounts/passkeys.ts';
import {
  confirmLogin as confirmRecent,
  confirmLoginByPasskey as confirmRecentByPasskey,
} from '#lib/accounts/recent-login.ts';
import { createOwnedWorkspace } from '#lib/accounts/workspaces.ts';
import { environments } from '#lib/authority-environment.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { AltaError } from '#lib/errors.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { localeCookieName, locales } from '#lib/i18n.ts';
import { accountAction, afterRecentLogin, openAction } from '../_action.ts';
import { passkeyUse } from '../_person.ts';
import { membershipsOf, visitor } from '../_session.ts';

const yearSeconds = 365 * 86_400;

/** Sets the language, also without a session. Setting the cookie re-renders the page. */
export async function setLanguage(form: FormData): Promise<void> {
  const locale = locales.find((each) => each === form.get('locale'));
  if (!locale) return;
  const attributes = { maxAge: yearSeconds, path: '/', sameSite: 'lax', httpOnly: true } as const;
  (await cookies()).set(localeCookieName, locale, attributes);
}

/**
 * Confirms the login for actions that require a recent one. `typed` is the password, or a code if the user
 * has a second factor.
 */
export const confirmLogin = accountAction(
  z.strictObject({ typed: z.string().min(1).max(512) }),
  async (session, { typed }) => {
    await limit('password', session.user.id);
    await confirmRecent(session, typed, await visitor());
  },
);

/** Challenge for a passkey, for both login and confirmation. */
export const askPasskey = openAction(z.strictObject({}), async () => {
  await limit('login-address', (await visitor()).address);
  return beginPasskeyAssertion();
});

/** Called before an export link is followed, because the link itself cannot ask the user to confirm the login. */
export const proveRecentLogin = accountAction(
  z.strictObject({}),
  afterRecentLogin(async () => {}),
);

export const confirmLoginByPasskey = accountAction(passkeyUse, confirmRecentByPasskey);

const NewWorkspace = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine(...singleLine),
  environment: z.enum(environments),
});

/** Creates a workspace. Only owners of a workspace may create another one. */
export const createWorkspace = accountAction(NewWorkspace, async ({ user }, input) => {
  const owns = (await membershipsOf(user.id)).some(({ role }) => role === 'owner');
  if (!owns) throw new AltaError('forbidden', 'Only an owner of a workspace may make another.');
  const { slug } = await createOwnedWorkspace(user.id, input);
  return { slug };
});
