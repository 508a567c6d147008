import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import type { EntryLink } from '#lib/registrations/entry-link.ts';

export const LinkResponse = z
  .object({
    link_url: z.url().optional().describe('Absent once it was revoked.'),
    created_at: Instant,
    expires_at: Instant,
    revoked_at: Instant.optional(),
    renewal_requested_at: Instant.optional().describe('Since when its holder asks for another.'),
  })
  .meta({ id: 'Link' });

export const linkResponse = ({
  url,
  createdAt,
  expiresAt,
  revokedAt,
  renewalRequestedAt,
}: EntryLink): z.infer<typeof LinkResponse> => ({
  ...(url ? { link_url: url } : {}),
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
  ...(revokedAt ? { revoked_at: revokedAt.toISOString() } : {}),
  ...(renewalRequestedAt ? { renewal_requested_at: renewalRequestedAt.toISOString() } : {}),
});
