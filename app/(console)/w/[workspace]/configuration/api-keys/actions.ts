'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { ownerAction } from '#console/_action.ts';
import { createApiKey, revokeApiKey } from '#lib/accounts/api-keys.ts';
import { NewKey } from './new-key.ts';

/** The only answer that ever holds the token. */
export const createKey = ownerAction(NewKey, async ({ ctx }, input) => {
  const { token } = await createApiKey(ctx, input);
  refresh();
  return { token };
});

export const revokeKey = ownerAction(z.strictObject({ id: z.uuid() }), async ({ ctx }, { id }) => {
  await revokeApiKey(ctx, id);
  refresh();
});
