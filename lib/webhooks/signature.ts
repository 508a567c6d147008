import { createHmac } from 'node:crypto';

/**
 * Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, by each secret that is alive, so that a receiver who has
 * the one before or the next can verify it. `v1,<base64>`, one after the other.
 * @param secrets `whsec_<base64>`
 */
export const signatureOf = (secrets: string[], id: string, now: Date, body: string): string =>
  secrets
    .map((secret) =>
      createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
        .update(`${id}.${timestampOf(now)}.${body}`)
        .digest('base64'),
    )
    .map((signature) => `v1,${signature}`)
    .join(' ');

/** In whole seconds, as it is signed. */
export const timestampOf = (now: Date): string => String(Math.floor(now.getTime() / 1_000));
