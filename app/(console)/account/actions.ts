'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { changePassword, endSession, endSessions } from '#lib/accounts/sessions.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { accountAction, formAction, signedIn } from '../_action.ts';
import { password } from '../_person.ts';
import { clearSessionCookie, sessionCookie, setLoginCookies, visitor } from '../_session.ts';

const Passwords = z.strictObject({ currentPassword: password, newPassword: password });

/** Every other session ends, and this one goes on under a new name. */
export const setPassword = formAction(Passwords, async (input) => {
  const session = await signedIn();
  await limit('password', session.user.id);
  const here = { ...(await visitor()), cookie: (await sessionCookie()) ?? '' };
  await setLoginCookies(await changePassword(session, input, here));
});

export const endOneSession = accountAction(
  z.strictObject({ id: z.string().min(1).max(64) }),
  async ({ user }, { id }) => {
    await endSession(user.id, id);
    refresh();
  },
);

export const signOutEverywhere = accountAction(z.strictObject({}), async ({ user }) => {
  await endSessions(user.id);
  await clearSessionCookie();
  redirect('/login');
});
