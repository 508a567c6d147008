'use server';

import { cookies } from 'next/headers';
import { z } from 'zod';
import { beginPasskeyUse } from '#lib/accounts/passkeys.ts';
import {
  confirmLogin as confirmRecent,
  confirmLoginByPasskey as confirmRecentByPasskey,
} from '#lib/accounts/recent-login.ts';
import { foundWorkspace } from '#lib/accounts/workspaces.ts';
import { environments } from '#lib/authority-environment.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { AltaError } from '#lib/errors.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { localeCookieName, locales } from '#lib/i18n.ts';
import { accountAction, afterRecentLogin, openAction } from '../_action.ts';
import { passkeyUse } from '../_person.ts';
import { membershipsOf, visitor } from '../_session.ts';

const yearSeconds = 365 * 86_400;

/** Anyone may, signed in or not. Setting a cookie draws the page anew. */
export async function setLanguage(form: FormData): Promise<void> {
  const locale = locales.find((each) => each === form.get('locale'));
  if (!locale) return;
  const attributes = { maxAge: yearSeconds, path: '/', sameSite: 'lax', httpOnly: true } as const;
  (await cookies()).set(localeCookieName, locale, attributes);
}

/** For what needs a recent login. What is typed is the password, or of who has a second factor a code. */
export const confirmLogin = accountAction(
  z.strictObject({ typed: z.string().min(1).max(512) }),
  async (session, { typed }) => {
    await limit('password', session.user.id);
    await confirmRecent(session, typed, await visitor());
  },
);

/** What a passkey is to sign: of who logs in, and of who confirms their login. */
export const askPasskey = openAction(z.strictObject({}), async () => {
  await limit('login-address', (await visitor()).address);
  return beginPasskeyUse();
});

/** Before what takes data out: those are links, which can not ask. */
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

/** Whoever owns a workspace may make another. */
export const createWorkspace = accountAction(NewWorkspace, async ({ user }, input) => {
  const owns = (await membershipsOf(user.id)).some(({ role }) => role === 'owner');
  if (!owns) throw new AltaError('forbidden', 'Only an owner of a workspace may make another.');
  const { slug } = await foundWorkspace(user.id, input);
  return { slug };
});
