'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { signIn } from '#lib/accounts/sessions.ts';
import { limitLogin } from '#lib/http/rate-limit.ts';
import { formAction } from '../_action.ts';
import { password } from '../_person.ts';
import { safePath } from '../_request.ts';
import { knownDevice, setLoginCookies, visitor } from '../_session.ts';

const Login = z.strictObject({
  // Whatever is no address is nobody's: the same answer.
  email: z.string().trim().toLowerCase().min(1).max(254),
  password,
  return_to: z.string().optional(),
});

/** Each login makes a session of its own, under a new name. */
export const login = formAction(Login, async ({ email, password, return_to }) => {
  const who = await visitor();
  await limitLogin(email, who.address, await knownDevice(email));
  await setLoginCookies(await signIn({ email, password }, who));
  redirect(safePath(return_to) ?? '/console');
});
