import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import type { ApiKey } from '#lib/accounts/api-keys.ts';
import { scopes } from '#lib/scopes.ts';

export const ApiKeyResponse = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('What its token begins with.'),
    created_at: Instant,
    last_used_at: Instant.optional(),
    last_used_from: z.string().optional().describe('The address of the last call, a refused one too.'),
    used_versions: z
      .record(z.string(), Instant)
      .describe('When each version of a service was called last: `silo/v1`.'),
    scopes: z.array(z.string()).describe('What it may do: `silo:read`.'),
    allowed_addresses: z
      .array(z.string())
      .optional()
      .describe('Where it may be used from, addresses and networks; absent: from everywhere.'),
    expires_at: Instant.optional(),
    replaced_by: z.uuid().optional().describe('The key that was made in its place.'),
    revoked_at: Instant.optional(),
  })
  .meta({ id: 'ApiKey' });

export const apiKeyResponse = (key: ApiKey): z.infer<typeof ApiKeyResponse> => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  created_at: key.createdAt.toISOString(),
  ...(key.lastUsedAt ? { last_used_at: key.lastUsedAt.toISOString() } : {}),
  ...(key.lastUsedFrom ? { last_used_from: key.lastUsedFrom } : {}),
  used_versions: key.usedVersions,
  scopes: [...(key.scopes ?? scopes)],
  ...(key.allowedAddresses ? { allowed_addresses: key.allowedAddresses } : {}),
  ...(key.expiresAt ? { expires_at: key.expiresAt.toISOString() } : {}),
  ...(key.replacedBy ? { replaced_by: key.replacedBy } : {}),
  ...(key.revokedAt ? { revoked_at: key.revokedAt.toISOString() } : {}),
});
