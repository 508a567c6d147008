import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import type { ApiKey } from '#lib/accounts/api-keys.ts';
import { scopes } from '#lib/scopes.ts';

export const ApiKeyResponse = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('The first characters of its token.'),
    created_at: Instant,
    last_used_at: Instant.optional(),
    last_used_from: z
      .string()
      .optional()
      .describe('Client address of the last call; refused calls count too.'),
    used_versions: z
      .record(z.string(), Instant)
      .describe('When each version of a service, such as `silo/v1`, was last called.'),
    scopes: z.array(z.string()).describe('Permissions of the key, such as `silo:read`.'),
    allowed_addresses: z
      .array(z.string())
      .optional()
      .describe('Addresses and networks from which it may be used; absent: from anywhere.'),
    expires_at: Instant.optional(),
    replaced_by: z.uuid().optional().describe('The key that replaces it.'),
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
