import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Context, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { entryMeta } from '#lib/database/tables/silo.ts';
import { sizeLimits } from '#lib/limits.ts';
import { requirePermission } from '#lib/roles.ts';
import { linkUrl, unsealRef } from './public-link.ts';

/** Metadata of an entry that an app has set, such as the link of its registration. */
export interface EntryMeta extends Omit<typeof entryMeta.$inferSelect, 'registrationLinkId'> {
  /** `<entry>:<src>:<key>` */
  id: string;
  /** Last part of the link's address. Absent if the link is revoked, so that nobody sends it. */
  ref?: string;
  link?: {
    url?: string;
    expiresAt: Date;
    revokedAt: Date | null;
    /** When the supplier asked for a new link. */
    renewalRequestedAt: Date | null;
  };
}

/** Points the entry's (`src`, `key`) row at a registration link, replacing the previous one. */
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

/** Sets the value of the entry's (`src`, `key`) row. */
export async function setMeta(
  tx: Transaction,
  ctx: Context,
  { value, ...place }: { entryId: string; src: string; key: string; value: object },
): Promise<void> {
  await tx
    .insert(entryMeta)
    .values({ ...place, workspaceId: ctx.workspace.id, value })
    .onConflictDoUpdate({ target: [entryMeta.entryId, entryMeta.src, entryMeta.key], set: { value } });
}

export async function listMeta(ctx: Context, entryId: string): Promise<EntryMeta[]> {
  requirePermission(ctx, 'meta:read');
  const rows = await reader(ctx)
    .select({ meta: entryMeta, link: registrationLinks })
    .from(entryMeta)
    .leftJoin(registrationLinks, eq(registrationLinks.id, entryMeta.registrationLinkId))
    .where(and(eq(entryMeta.entryId, entryId), eq(entryMeta.workspaceId, ctx.workspace.id)))
    .orderBy(asc(entryMeta.createdAt));
  return rows.map(({ meta: { registrationLinkId: _, ...meta }, link }) => {
    const row = { ...meta, id: `${meta.entryId}:${meta.src}:${meta.key}` };
    if (!link) return row;
    const { expiresAt, revokedAt, renewalRequestedAt } = link;
    const term = { expiresAt, revokedAt, renewalRequestedAt };
    if (revokedAt) return { ...row, link: term };
    const ref = unsealRef(link.refSealed, { ...link, environment: ctx.workspace.environment });
    return { ...row, ref, link: { url: linkUrl(ref), ...term } };
  });
}

/** Metadata that a client sets on an object: texts by name. */
export const OwnMeta = z
  .record(z.string().max(100), z.string().max(500))
  .refine((meta) => Object.keys(meta).length <= sizeLimits.metaMembers, {
    error: `may have at most ${sizeLimits.metaMembers} members`,
  })
  .describe('Your own data, returned unchanged.');
