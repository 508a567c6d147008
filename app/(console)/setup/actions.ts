'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { completeSetup } from '#lib/accounts/setup.ts';
import { logInWithPassword } from '#lib/accounts/sign-in.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { formAction } from '../_action.ts';
import { email, password, personName } from '../_person.ts';
import { setLoginCookies, visitor } from '../_session.ts';
import { homePath } from '../_shell/navigation.ts';

const Setup = z.strictObject({
  code: z.string().trim().min(1).max(100),
  name: personName,
  email,
  password,
  workspaceName: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine(...singleLine),
  /** Browsers do not send an unchecked checkbox. */
  live: z.literal('on').optional(),
});

export const setUp = formAction(Setup, async ({ live, ...input }) => {
  const who = await visitor();
  await limit('login-address', who.address);
  const { workspaces } = await completeSetup({
    ...input,
    environments: live ? ['sandbox', 'live'] : ['sandbox'],
  });
  await setLoginCookies(await logInWithPassword(input, who));
  redirect(homePath(workspaces[0]?.slug ?? ''));
});
