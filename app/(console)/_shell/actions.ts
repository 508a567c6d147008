'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { endSession } from '#lib/accounts/sessions.ts';
import { foundWorkspace } from '#lib/accounts/workspaces.ts';
import { environments } from '#lib/authority-environment.ts';
import { AltaError } from '#lib/errors.ts';
import { localeCookieName, locales } from '#lib/i18n.ts';
import { accountAction } from '../_action.ts';
import { clearSessionCookie, currentSession, membershipsOf } from '../_session.ts';

const yearSeconds = 365 * 86_400;

/** Anyone may, signed in or not. Setting a cookie draws the page anew. */
export async function setLanguage(form: FormData): Promise<void> {
  const locale = locales.find((each) => each === form.get('locale'));
  if (!locale) return;
  const attributes = { maxAge: yearSeconds, path: '/', sameSite: 'lax', httpOnly: true } as const;
  (await cookies()).set(localeCookieName, locale, attributes);
}

export async function signOut(): Promise<void> {
  const session = await currentSession();
  if (session) await endSession(session.user.id, session.id);
  await clearSessionCookie();
  redirect('/login');
}

const NewWorkspace = z.strictObject({
  name: z.string().trim().min(1).max(100),
  environment: z.enum(environments),
});

/** Whoever owns a workspace may make another. */
export const createWorkspace = accountAction(NewWorkspace, async ({ user }, input) => {
  const owns = (await membershipsOf(user.id)).some(({ role }) => role === 'owner');
  if (!owns) throw new AltaError('forbidden', 'Only an owner of a workspace may make another.');
  const { slug } = await foundWorkspace(user.id, input);
  return { slug };
});
