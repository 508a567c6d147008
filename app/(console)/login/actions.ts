'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { beginLogin, completeLogin, findPendingLogin, logInWithPasskey } from '#lib/accounts/sign-in.ts';
import { limitCode, limitLogin } from '#lib/http/rate-limit.ts';
import { formAction, openAction } from '../_action.ts';
import { loginCode, passkeyUse, password } from '../_person.ts';
import { codePath, safePath } from '../_request.ts';
import {
  clearPendingCookie,
  knownDevice,
  pendingCookie,
  setLoginCookies,
  setPendingCookie,
  visitor,
} from '../_session.ts';

const Login = z.strictObject({
  // Not checked as an e-mail address, so that an invalid address gives the same answer as an unknown one.
  email: z.string().trim().toLowerCase().min(1).max(254),
  password,
  return_to: z.string().optional(),
});

/** Starts a new session. If the user has a second factor, the next page asks for it. */
export const login = formAction(Login, async ({ email, password, return_to }) => {
  const who = await visitor();
  await limitLogin(email, who.address, await knownDevice(email));
  const first = await beginLogin({ email, password }, who);
  if (first.kind === 'code-needed') {
    await setPendingCookie(first.pending);
    redirect(codePath(return_to));
  }
  await setLoginCookies(first.cookies);
  redirect(safePath(return_to) ?? '/console');
});

const ByPasskey = z.strictObject({ passkey: passkeyUse, return_to: z.string().optional() });

/** Login with a passkey, which replaces both the password and the code. */
export const loginWithPasskey = openAction(ByPasskey, async ({ passkey, return_to }) => {
  await setLoginCookies(await logInWithPasskey(passkey, await visitor()));
  await clearPendingCookie();
  redirect(safePath(return_to) ?? '/console');
});

const Code = z.strictObject({ code: loginCode, return_to: z.string().optional() });

export const enterCode = formAction(Code, async ({ code, return_to }) => {
  const pending = await pendingCookie();
  const user = await findPendingLogin(pending);
  if (user) await limitCode(user.id, await knownDevice(user.email));
  await setLoginCookies(await completeLogin({ pending, code }, await visitor()));
  await clearPendingCookie();
  redirect(safePath(return_to) ?? '/console');
});
