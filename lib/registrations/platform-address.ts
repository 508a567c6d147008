import { z } from 'zod';

/** Where who has finished the wizard goes back to. */
export const ReturnUrl = z
  .string()
  .trim()
  .max(2_000)
  .refine(
    (text) => URL.canParse(text) && isSafe(new URL(text)),
    'must be an https address without a user name or password; http is for localhost alone',
  );

const mostEmbedOrigins = 20;
const originShape = /^https?:\/\/[^/?#@\\\s*]+\/?$/i;

/** As a browser writes it into `Origin`: of `https://ERP.example:443/` it says `https://erp.example`. */
const EmbedOrigin = z
  .string()
  .trim()
  .max(300)
  .refine(
    (text) => originShape.test(text) && URL.canParse(text) && isSafe(new URL(text)),
    'must be the origin of a page, such as https://erp.example, without a path',
  )
  .transform((text) => new URL(text).origin);

/** Whose pages may show how far a registration is. */
export const EmbedOrigins = z
  .array(EmbedOrigin)
  .max(mostEmbedOrigins, `must be ${mostEmbedOrigins} at the most`)
  .transform((origins) => [...new Set(origins)]);

/** What is on this machine, for who develops, needs no https. */
function isSafe({ protocol, hostname, username, password }: URL): boolean {
  if (username || password) return false;
  const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && loopback);
}
