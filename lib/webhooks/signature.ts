import { createHmac } from 'node:crypto';
import { z } from 'zod';

/** A signing secret given by an integrator. Its bytes must be as many as Standard Webhooks asks for. */
export const SigningSecret = z.string().refine((secret) => {
  const [, text = ''] = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(secret) ?? [];
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text && bytes.length >= 24 && bytes.length <= 64;
}, 'must be whsec_ and 24 to 64 bytes in base64');

/**
 * Returns the signature according to Standard Webhooks: HMAC-SHA256 over `id.timestamp.body` with each active
 * secret, so that a receiver can verify with the previous or the new one. Signatures are `v1,<base64>`,
 * separated by spaces.
 * @param secrets `whsec_<base64>`
 */
export const signatureOf = (secrets: string[], id: string, now: Date, body: string): string =>
  secrets
    .map((secret) =>
      createHmac('sha256', bytesOf(secret))
        .update(`${id}.${timestampOf(now)}.${body}`)
        .digest('base64'),
    )
    .map((signature) => `v1,${signature}`)
    .join(' ');

/**
 * Derives a key for another purpose from a webhook secret: HMAC-SHA256 of the name of the purpose. The key
 * signs no messages, and its signatures are not valid for messages.
 * @param secret `whsec_<base64>`, as is the result
 */
export const secretFor = (purpose: 'return_url', secret: string): string =>
  `whsec_${createHmac('sha256', bytesOf(secret)).update(purpose).digest('base64')}`;

const bytesOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/** Whole seconds since the epoch, as signed. */
export const timestampOf = (now: Date): string => String(Math.floor(now.getTime() / 1_000));
