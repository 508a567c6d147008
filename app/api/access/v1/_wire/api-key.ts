import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import type { ApiKey } from '#lib/accounts/api-keys.ts';

export const ApiKeyResponse = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('What its token begins with.'),
    created_at: Instant,
    last_used_at: Instant.optional(),
    used_versions: z
      .record(z.string(), Instant)
      .describe('When each version of a service was called last: `silo/v1`.'),
    expires_at: Instant.optional(),
    revoked_at: Instant.optional(),
  })
  .meta({ id: 'ApiKey' });

export const apiKeyResponse = (key: ApiKey): z.infer<typeof ApiKeyResponse> => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  created_at: key.createdAt.toISOString(),
  ...(key.lastUsedAt ? { last_used_at: key.lastUsedAt.toISOString() } : {}),
  used_versions: key.usedVersions,
  ...(key.expiresAt ? { expires_at: key.expiresAt.toISOString() } : {}),
  ...(key.revokedAt ? { revoked_at: key.revokedAt.toISOString() } : {}),
});
