'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { startOidcFlow, unlinkIdentity } from '#lib/accounts/oidc.ts';
import {
  addPasskey as add,
  beginPasskeyRegistration as begin,
  removePasskey,
} from '#lib/accounts/passkeys.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  regenerateRecoveryCodes,
  removeSecondFactor,
} from '#lib/accounts/second-factor.ts';
import { changePassword, endSession, endSessions } from '#lib/accounts/sessions.ts';
import { limit, limitCode } from '#lib/http/rate-limit.ts';
import { drawQr } from '#lib/qr-code.ts';
import { accountAction, afterRecentLogin, formAction, requireStepUp, signedIn } from '../_action.ts';
import { loginCode, newPasskey, password } from '../_person.ts';
import { clearSessionCookie, knownDevice, setLoginCookies, setOidcCookie, visitor } from '../_session.ts';

const Passwords = z.strictObject({ currentPassword: password, newPassword: password });

/**
 * Changes the password, ends all other sessions and gives this one a new cookie. Users with a second factor
 * must confirm the login first; for others, the form's current password is enough.
 */
export const setPassword = formAction(Passwords, async (input) => {
  const session = await signedIn();
  if (await findSecondFactor(session.user.id)) await requireStepUp();
  await limit('password', session.user.id);
  await setLoginCookies(await changePassword(session, input, await visitor()));
});

/** The authenticator's secret, as text and as a QR code. */
export const beginTwoSteps = accountAction(
  z.strictObject({}),
  afterRecentLogin(async ({ user }) => {
    const { secret, address } = await beginSecondFactor(user);
    return { secret, qr: drawQr(address) };
  }),
);

/** The recovery codes are returned only here. */
export const confirmTwoSteps = accountAction(
  z.strictObject({ code: loginCode }),
  async (session, { code }) => {
    const { user } = session;
    await limitCode(user.id, await knownDevice(user.email));
    return { codes: await confirmSecondFactor(session, code, await visitor()) };
  },
);

/** Options for creating a passkey in the browser. */
export const beginPasskey = accountAction(
  z.strictObject({}),
  afterRecentLogin(({ user }) => begin(user)),
);

/** Completes `beginPasskeyRegistration`. Only this result contains the recovery codes. */
export const addPasskey = accountAction(newPasskey, async (session, made) => ({
  codes: await add(session, made, await visitor()),
}));

export const dropPasskey = accountAction(
  z.strictObject({ id: z.string().min(1).max(1_400) }),
  afterRecentLogin(async ({ user }, input) => {
    await removePasskey(user.id, input, await visitor());
    refresh();
  }),
);

export const renewRecoveryCodes = accountAction(
  z.strictObject({}),
  afterRecentLogin(async (session) => ({
    codes: await regenerateRecoveryCodes(session, await visitor()),
  })),
);

export const endTwoSteps = accountAction(
  z.strictObject({}),
  afterRecentLogin(async ({ user }) => {
    await removeSecondFactor(user.id, await visitor());
    refresh();
  }),
);

/** Address at the OpenID provider where the user logs in to link the account. */
export const beginLink = accountAction(
  z.strictObject({}),
  afterRecentLogin(async ({ user }) => {
    await limit('password', user.id);
    const { token, url } = await startOidcFlow({ linkTo: user.id });
    await setOidcCookie(token);
    return { url };
  }),
);

export const unlink = accountAction(
  z.strictObject({}),
  afterRecentLogin(async ({ user }) => {
    await unlinkIdentity(user.id, await visitor());
    refresh();
  }),
);

export const endOneSession = accountAction(
  z.strictObject({ id: z.string().min(1).max(64) }),
  afterRecentLogin(async ({ user }, { id }) => {
    await endSession(user.id, id);
    refresh();
  }),
);

export const signOutEverywhere = accountAction(
  z.strictObject({}),
  afterRecentLogin(async ({ user }) => {
    await endSessions(user.id);
    await clearSessionCookie();
    redirect('/login');
  }),
);
