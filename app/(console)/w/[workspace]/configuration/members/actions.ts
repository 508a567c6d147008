'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction, ownerAction } from '#console/_action.ts';
import { createInvitation, revokeInvitation } from '#lib/accounts/invitations.ts';
import { changeRole, removeMember, roles } from '#lib/accounts/members.ts';
import { AltaError } from '#lib/errors.ts';

const role = z.enum(roles);
const userId = z.string().min(1).max(64);

export const invite = ownerAction(
  z.strictObject({ role, note: z.string().trim().max(100) }),
  async ({ ctx }, input) => {
    const { url, expiresAt } = await createInvitation(ctx, input);
    refresh();
    return { url, expiresAt };
  },
);

export const revoke = ownerAction(z.strictObject({ id: z.uuid() }), async ({ ctx }, input) => {
  await revokeInvitation(ctx, input);
  refresh();
});

export const setRole = ownerAction(z.strictObject({ userId, role }), async ({ ctx }, input) => {
  await changeRole(ctx, input);
  refresh();
});

/** Owners remove anybody; anybody removes themselves. */
export const remove = consoleAction(z.strictObject({ userId }), async ({ ctx, user, role }, input) => {
  if (role !== 'owner' && input.userId !== user.id) {
    throw new AltaError('forbidden', 'Only an owner may remove others.');
  }
  await removeMember(ctx, input);
  refresh();
});
