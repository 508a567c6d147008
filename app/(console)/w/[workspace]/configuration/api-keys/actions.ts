'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { afterRecentLogin, consoleAction } from '#console/_action.ts';
import { createApiKey, maxOverlapHours, revokeApiKey, rotateApiKey } from '#lib/accounts/api-keys.ts';
import { NewKey } from './new-key.ts';

/** The token is returned only here. */
export const createKey = consoleAction(
  NewKey,
  afterRecentLogin(async ({ ctx }, input) => {
    const { token } = await createApiKey(ctx, input);
    refresh();
    return { token };
  }),
);

const Rotation = z.strictObject({ id: z.uuid(), overlapHours: z.int().min(0).max(maxOverlapHours) });

/** The new key's token is returned only here. */
export const rotateKey = consoleAction(
  Rotation,
  afterRecentLogin(async ({ ctx }, input) => {
    const { token } = await rotateApiKey(ctx, input);
    refresh();
    return { token };
  }),
);

export const revokeKey = consoleAction(z.strictObject({ id: z.uuid() }), async ({ ctx }, { id }) => {
  await revokeApiKey(ctx, id);
  refresh();
});
