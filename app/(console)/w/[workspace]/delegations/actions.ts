'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { verifyDelegation } from '#lib/registrations/delegation.ts';
import { verifyWaiting } from '#lib/registrations/delegation-list.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';

const One = z.strictObject({ id: z.uuid().toLowerCase() });

export const verify = consoleAction(One, async ({ ctx }, { id }) => {
  const registration = await fetchRegistration(ctx, id);
  await limit('proof', registration.id);
  const { answer } = await verifyDelegation(ctx, id);
  refresh();
  return { answer };
});

export const verifyAll = consoleAction(z.strictObject({}), async ({ ctx }) => {
  await limit('proof', ctx.workspace.id);
  const verified = await verifyWaiting(ctx);
  refresh();
  return verified;
});
