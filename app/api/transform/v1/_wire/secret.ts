import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { type ListedSecret, RotationInput } from '#lib/webhooks/secrets.ts';

const overlapHours = RotationInput.shape.overlapHours;

export const SecretRotation = z.strictObject({ overlap_hours: overlapHours });

/** A secret to add, or with `overlap_hours` a rotation, as before the two were separate. */
export const SecretInput = z.strictObject({
  overlap_hours: overlapHours
    .unwrap()
    .optional()
    .describe('Makes this a rotation: the earlier secrets end after these hours. Use `…/rotate` for that.'),
});

export const SecretResponse = z
  .object({
    id: z.uuid(),
    last_characters: z.string().describe('The last five characters of the secret, to tell it from others.'),
    created_at: Instant,
    current: z.boolean().describe('Whether it signs without an end. Several may.'),
    expires_at: Instant.optional().describe('Until when it signs, after a rotation.'),
  })
  .meta({ id: 'WebhookSecretInList' });

/** The only response with the secret. */
export const NewSecret = SecretResponse.extend({ secret: z.string().describe('`whsec_…`') }).meta({
  id: 'WebhookSecret',
});

export const secretResponse = ({
  id,
  lastCharacters,
  createdAt,
  expiresAt,
}: ListedSecret): z.infer<typeof SecretResponse> => ({
  id,
  last_characters: lastCharacters,
  created_at: createdAt.toISOString(),
  current: expiresAt === null,
  ...(expiresAt ? { expires_at: expiresAt.toISOString() } : {}),
});
