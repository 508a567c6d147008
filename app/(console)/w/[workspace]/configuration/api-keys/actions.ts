'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { createApiKey, revokeApiKey } from '#lib/accounts/api-keys.ts';
import { endOf, expiries } from './expiry.ts';

/** What the form of a new key asks, as the verb takes it. */
const NewKey = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    expiry: z.enum(expiries),
    day: z.string().max(10),
  })
  .transform(({ name, expiry, day }, check) => {
    const expiresAt = endOf(expiry, day, new Date());
    if (expiresAt !== 'unusable') return { name, ...(expiresAt ? { expiresAt } : {}) };
    check.addIssue({
      code: 'custom',
      path: ['day'],
      message: 'is not a day to come',
      params: { code: 'past' },
    });
    return z.NEVER;
  });

/** The only answer that ever holds the token. */
export const createKey = consoleAction(NewKey, async ({ ctx }, input) => {
  const { token } = await createApiKey(ctx, input);
  refresh();
  return { token };
});

export const revokeKey = consoleAction(z.strictObject({ id: z.uuid() }), async ({ ctx }, { id }) => {
  await revokeApiKey(ctx, id);
  refresh();
});
