import { z } from 'zod';

/** One bare address: no display name, no list, no line break. */
export const MailAddress = z.email({ error: 'must be an e-mail address' }).max(254);

/**
 * The name beside an address. A line break would begin a header, and an address in a name passes for where the mail
 * is from: both are refused, not mended.
 */
export const DisplayName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(64, 'must have 64 characters at the most')
  .refine((name) => !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(name), 'must be one line of plain letters')
  .refine((name) => !/[@<>"]/.test(name), 'must be a name, without an address or quotation marks');

/** `ana@example.com` -> `a…@example.com`, for texts that more people read than the mailbox's owner. */
export const maskAddress = (address: string): string =>
  address.replace(/^(\P{C})[^@]*@/u, (_, first: string) => `${first}…@`);
