import { z } from 'zod';
import { oneLine } from '#lib/mail/texts.ts';

const longestOwnWords = 300;

/**
 * What an account holder says to suppliers in words of their own. Shown as text everywhere; but mail programs make a
 * link of what looks like an address, and next to ours there is to be one link only.
 */
export const OwnWords = z
  .string()
  .overwrite(oneLine)
  .min(1, 'must not be empty')
  // An address is looked for from each letter on: never in a text of any length.
  .max(longestOwnWords, { error: `must have ${longestOwnWords} characters at the most`, abort: true })
  .refine((text) => !looksLikeAddress.test(text), {
    error: ({ input }) => `must hold no address of a page or a mailbox: ${addressIn(String(input))}`,
  });

/** `https://…`, `www.…`, `ana@…`, and `sur.example` with whatever follows: a full stop has a space after it. */
const looksLikeAddress = /\S*(:\/\/|@)\S*|www\.\S+|[\p{L}\d-]+\.[a-z]{2,}\S*/iu;
const addressIn = (text: string) => looksLikeAddress.exec(text)?.[0].slice(0, 60);
