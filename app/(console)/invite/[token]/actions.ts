'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { formAction, signedIn } from '#console/_action.ts';
import { email, password, personName } from '#console/_person.ts';
import { setLoginCookies, visitor } from '#console/_session.ts';
import { homePath } from '#console/_shell/navigation.ts';
import { joinByInvitation, signUpByInvitation } from '#lib/accounts/invitations.ts';
import { logInWithPassword } from '#lib/accounts/sign-in.ts';
import { limit } from '#lib/http/rate-limit.ts';

const token = z.string().max(100);

/** Creates an account for an invited person and adds it to the workspace. */
export const signUp = formAction(
  z.strictObject({ token, name: personName, email, password }),
  async ({ token, ...person }) => {
    const who = await visitor();
    await limit('login-address', who.address);
    const { workspace } = await signUpByInvitation(token, person);
    await setLoginCookies(await logInWithPassword(person, who));
    redirect(homePath(workspace.slug));
  },
);

/** Adds a signed-in user to the workspace. */
export const join = formAction(z.strictObject({ token }), async ({ token }) => {
  const { user } = await signedIn();
  const { workspace } = await joinByInvitation(token, user.id);
  redirect(homePath(workspace.slug));
});
