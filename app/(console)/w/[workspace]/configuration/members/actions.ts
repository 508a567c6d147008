'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { afterRecentLogin, consoleAction } from '#console/_action.ts';
import { createInvitation, previewInvitation, revokeInvitation } from '#lib/accounts/invitations.ts';
import { changeRole, removeMember } from '#lib/accounts/members.ts';
import { requireSecondFactor, stopRequiringSecondFactor } from '#lib/accounts/second-factor.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { locales } from '#lib/i18n.ts';
import { MailAddress } from '#lib/mail/send-mail.ts';
import { roles } from '#lib/roles.ts';

const role = z.enum(roles);
const locale = z.enum(locales);
const userId = z.string().min(1).max(64);

export const invite = consoleAction(
  z.strictObject({
    role,
    note: z
      .string()
      .trim()
      .max(100)
      .refine(...singleLine),
    mail: z.strictObject({ to: z.string().trim().toLowerCase().pipe(MailAddress), locale }).optional(),
  }),
  afterRecentLogin(async ({ ctx }, input) => {
    const { url, expiresAt } = await createInvitation(ctx, input);
    refresh();
    // The mail has a link of its own.
    return { ...(input.mail ? {} : { url }), expiresAt };
  }),
);

/** The mail of an invitation, as it would be sent now. */
export const previewInvite = consoleAction(z.strictObject({ locale }), ({ ctx }, input) =>
  previewInvitation(ctx, input),
);

export const revoke = consoleAction(z.strictObject({ id: z.uuid() }), async ({ ctx }, input) => {
  await revokeInvitation(ctx, input);
  refresh();
});

export const setRole = consoleAction(
  z.strictObject({ userId, role }),
  afterRecentLogin(async ({ ctx }, input) => {
    await changeRole(ctx, input);
    refresh();
  }),
);

export const remove = consoleAction(
  z.strictObject({ userId }),
  afterRecentLogin(async ({ ctx }, input) => {
    await removeMember(ctx, input);
    refresh();
  }),
);

const nothing = z.strictObject({});

export const requireTwoSteps = consoleAction(
  nothing,
  afterRecentLogin(async ({ ctx }) => {
    await requireSecondFactor(ctx);
    refresh();
  }),
);

export const stopRequiringTwoSteps = consoleAction(
  nothing,
  afterRecentLogin(async ({ ctx }) => {
    await stopRequiringSecondFactor(ctx);
    refresh();
  }),
);
