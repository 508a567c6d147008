import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import type { EntryMeta } from '#lib/silo/meta.ts';

export const MetaResponse = z
  .object({
    id: z.string().describe('`<entry>:<src>:<key>`'),
    created_at: Instant,
    updated_at: Instant,
    owner_id: z.uuid().describe('The workspace.'),
    entry_id: z.uuid(),
    src: z.string().describe('Whose row it is, such as `gov-ar`.'),
    key: z.string().describe('What it is, such as `link`.'),
    ref: z.string().optional().describe('The last part of the link. Who has it can open the wizard.'),
    link_url: z.url().optional().describe('The registration wizard: send it to the supplier.'),
    link_scope: z.string().optional().describe('`public`: it needs no login.'),
    value: z.unknown().optional(),
    indexed: z.literal(true).optional(),
    shared: z.literal(true).optional(),
  })
  .meta({ id: 'Meta' });

export const metaResponse = (row: EntryMeta): z.infer<typeof MetaResponse> => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  owner_id: row.workspaceId,
  entry_id: row.entryId,
  src: row.src,
  key: row.key,
  ...(row.ref ? { ref: row.ref } : {}),
  ...(row.link?.url ? { link_url: row.link.url } : {}),
  ...(row.linkScope ? { link_scope: row.linkScope } : {}),
  ...(row.link ? { value: termOf(row.link) } : row.value === null ? {} : { value: row.value }),
  ...(row.indexed ? { indexed: true } : {}),
  ...(row.shared ? { shared: true } : {}),
});

/** Until when the link works, since when it does not, and since when the supplier has been asking for another. */
const termOf = ({ expiresAt, revokedAt, renewalRequestedAt }: NonNullable<EntryMeta['link']>) => ({
  expires_at: expiresAt.toISOString(),
  ...(revokedAt ? { revoked_at: revokedAt.toISOString() } : {}),
  ...(renewalRequestedAt ? { renewal_requested_at: renewalRequestedAt.toISOString() } : {}),
});
