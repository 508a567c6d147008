import { z } from 'zod';
import { passwordLengths } from '#lib/accounts/passwords.ts';

/** What a person types of themselves. How good a password is, the verbs decide. */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
export const personName = z.string().trim().min(1).max(100);
export const password = z
  .string()
  .min(1)
  .max(passwordLengths.longest * 4);
