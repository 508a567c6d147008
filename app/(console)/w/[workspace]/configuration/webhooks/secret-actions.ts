'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { afterRecentLogin, consoleAction } from '#console/_action.ts';
import { addSecret, endSecret, RotationInput, rotateSecret } from '#lib/webhooks/secrets.ts';

const Rotation = RotationInput.extend({ endpointId: z.uuid().optional() });

const Addition = z.strictObject({ endpointId: z.uuid().optional() });

/** The secret is returned only here. */
export const add = consoleAction(
  Addition,
  afterRecentLogin(async ({ ctx }, input) => {
    const { secret } = await addSecret(ctx, input);
    refresh();
    return { secret };
  }),
);

/** The secret is returned only here. */
export const rotate = consoleAction(
  Rotation,
  afterRecentLogin(async ({ ctx }, input) => {
    const { secret } = await rotateSecret(ctx, input);
    refresh();
    return { secret };
  }),
);

export const end = consoleAction(z.strictObject({ id: z.uuid() }), async ({ ctx }, { id }) => {
  await endSecret(ctx, id);
  refresh();
});
