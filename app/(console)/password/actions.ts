'use server';

import { getLocale } from 'next-intl/server';
import { z } from 'zod';
import { isMailResetEnabled, requestPasswordReset, resetPassword } from '#lib/accounts/password-reset.ts';
import { limit, limitPasswordReset } from '#lib/http/rate-limit.ts';
import { formAction } from '../_action.ts';
import { password } from '../_person.ts';
import { visitor } from '../_session.ts';

// Not checked as an e-mail address, so that an invalid address gives the same answer as an unknown one.
const Lost = z.strictObject({ email: z.string().trim().toLowerCase().min(1).max(254) });

/** Always gives the same answer, so that it does not reveal whether the account exists. */
export const askForReset = formAction(Lost, async ({ email }) => {
  await limitPasswordReset(email, (await visitor()).address);
  if (isMailResetEnabled()) await requestPasswordReset({ email, locale: await getLocale() });
});

const NewPassword = z.strictObject({ token: z.string().max(100), newPassword: password });

export const setNewPassword = formAction(NewPassword, async (input) => {
  const who = await visitor();
  await limit('login-address', who.address);
  await resetPassword(input, who);
});
