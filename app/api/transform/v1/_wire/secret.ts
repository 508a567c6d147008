import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { RotationInput, type SecretRow } from '#lib/webhooks/secrets.ts';

export const SecretRotation = z.strictObject({ overlap_hours: RotationInput.shape.overlapHours });

export const SecretResponse = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    current: z.boolean().describe('Whether it is the newest. Older secrets also sign until they expire.'),
    expires_at: Instant.optional().describe('Until when this older secret also signs.'),
  })
  .meta({ id: 'WebhookSecretInList' });

/** The only response with the secret. */
export const NewSecret = SecretResponse.extend({ secret: z.string().describe('`whsec_…`') }).meta({
  id: 'WebhookSecret',
});

export const secretResponse = (row: SecretRow): z.infer<typeof SecretResponse> => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  current: row.expiresAt === null,
  ...(row.expiresAt ? { expires_at: row.expiresAt.toISOString() } : {}),
});
