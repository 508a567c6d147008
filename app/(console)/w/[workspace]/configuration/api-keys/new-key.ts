import { z } from 'zod';
import { endOf, expiries } from './expiry.ts';

/** What the form of a new key asks, as the verb takes it. */
export const NewKey = z
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
