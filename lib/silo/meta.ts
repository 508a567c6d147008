import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Context, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { entryMeta } from '#lib/database/tables/silo.ts';
import { Instant } from '#lib/instant.ts';
import { linkUrl, unsealRef } from './public-link.ts';

/** A row of an entry's meta, as the API shows it. */
export const EntryMeta = z
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
export type EntryMeta = z.infer<typeof EntryMeta>;

/** Points the entry's (`src`, `key`) row at a registration link, in place of the one before. */
export async function setLinkMeta(
  tx: Transaction,
  ctx: Context,
  input: { entryId: string; src: string; key: string; registrationLinkId: string },
): Promise<void> {
  const row = { ...input, workspaceId: ctx.workspace.id, linkScope: 'public', indexed: true, shared: true };
  await tx
    .insert(entryMeta)
    .values(row)
    .onConflictDoUpdate({ target: [entryMeta.entryId, entryMeta.src, entryMeta.key], set: row });
}

export async function listMeta(ctx: Context, entryId: string): Promise<EntryMeta[]> {
  const rows = await reader(ctx)
    .select({ meta: entryMeta, link: registrationLinks })
    .from(entryMeta)
    .leftJoin(registrationLinks, eq(registrationLinks.id, entryMeta.registrationLinkId))
    .where(and(eq(entryMeta.entryId, entryId), eq(entryMeta.workspaceId, ctx.workspace.id)))
    .orderBy(asc(entryMeta.createdAt));
  return rows.map(({ meta, link }) => {
    // One that was revoked works no more: nobody is to send it from here.
    const ref =
      link &&
      !link.revokedAt &&
      unsealRef(link.refSealed, { ...link, environment: ctx.workspace.environment });
    return {
      id: `${meta.entryId}:${meta.src}:${meta.key}`,
      created_at: meta.createdAt.toISOString(),
      updated_at: meta.updatedAt.toISOString(),
      owner_id: meta.workspaceId,
      entry_id: meta.entryId,
      src: meta.src,
      key: meta.key,
      ...(ref ? { ref, link_url: linkUrl(ref) } : {}),
      ...(meta.linkScope ? { link_scope: meta.linkScope } : {}),
      ...(link ? { value: termOf(link) } : meta.value === null ? {} : { value: meta.value }),
      ...(meta.indexed ? { indexed: true } : {}),
      ...(meta.shared ? { shared: true } : {}),
    };
  });
}

/** Until when the link works, since when it does not, and since when its holder has been asking for another. */
const termOf = ({ expiresAt, revokedAt, renewalRequestedAt }: typeof registrationLinks.$inferSelect) => ({
  expires_at: expiresAt.toISOString(),
  ...(revokedAt ? { revoked_at: revokedAt.toISOString() } : {}),
  ...(renewalRequestedAt ? { renewal_requested_at: renewalRequestedAt.toISOString() } : {}),
});
