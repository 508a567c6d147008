'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { afterRecentLogin, consoleAction } from '#console/_action.ts';
import { endSecret, RotationInput, rotateSecret } from '#lib/webhooks/secrets.ts';

const Rotation = RotationInput.extend({ endpointId: z.uuid().optional() });

/** The secret is returned only here. */
export const rotate = consoleAction(
  Rotation,
  afterRecentLogin(async ({ ctx }, input) => {
    const { secret } = await rotateSecret(ctx, input);
    refresh();
    return { secret };
  }),
);

export const endEarly = consoleAction(z.strictObject({ id: z.uuid() }), async ({ ctx }, { id }) => {
  await endSecret(ctx, id);
  refresh();
});
