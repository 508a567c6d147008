import { createHmac } from 'node:crypto';

/**
 * Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, by each secret that is alive, so that a receiver who has
 * the one before or the next can verify it. `v1,<base64>`, one after the other.
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
 * A key of its own for another purpose than messages, made of a webhook secret: HMAC-SHA256 of the purpose's name. No
 * message is signed with it, and what it signs passes for no message.
 * @param secret `whsec_<base64>`, as is the result
 */
export const secretFor = (purpose: 'return_url', secret: string): string =>
  `whsec_${createHmac('sha256', bytesOf(secret)).update(purpose).digest('base64')}`;

const bytesOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/** In whole seconds, as it is signed. */
export const timestampOf = (now: Date): string => String(Math.floor(now.getTime() / 1_000));
