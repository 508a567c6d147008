import { z } from 'zod';

/** One bare address: no display name, no list, no line break. */
export const MailAddress = z.email({ error: 'must be an e-mail address' }).max(254);

/** `ana@example.com` -> `a…@example.com`, for texts that more people read than the mailbox's owner. */
export const maskAddress = (address: string): string =>
  address.replace(/^(\P{C})[^@]*@/u, (_, first: string) => `${first}…@`);
