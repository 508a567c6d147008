import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader, type Workspace, workspaceOf } from '#lib/context.ts';
import { database, preparedOnce } from '#lib/database/client.ts';
import { unlessReadOnly } from '#lib/database/outage.ts';
import { inOrderOf, oneSetAtATime } from '#lib/database/sets.ts';
import { apiKeys, workspaces } from '#lib/database/tables/accounts.ts';
import { notFound } from '#lib/errors.ts';
import { newestFirst } from '#lib/paging.ts';
import { randomText } from '#lib/random-text.ts';
import { requirePermission } from '#lib/roles.ts';

// 43 characters of base62 carry 256 bits, which a plain hash protects well enough (ASVS 5.0, 6.5.2).
const secretLength = 43;
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Makes a key of the workspace. The token is in this answer and nowhere else. */
export async function createApiKey(
  ctx: Context,
  input: { name: string; expiresAt?: Date },
): Promise<{ id: string; token: string }> {
  requirePermission(ctx, 'keys:write');
  const id = uuidv7();
  const token = `alta_${ctx.workspace.environment}_${randomText(secretLength)}`;
  await inTransaction(ctx, async (tx) => {
    await tx.insert(apiKeys).values({
      id,
      workspaceId: ctx.workspace.id,
      name: input.name,
      prefix: token.slice(0, -secretLength + 4),
      tokenHash: hashOf(token),
      expiresAt: input.expiresAt ?? null,
    });
    await audit(tx, ctx, 'api-key.created', { kind: 'api-key', id }, { name: input.name });
  });
  return { id, token };
}

/** A key as it is listed: never its token, nor the hash of that. */
export type ApiKey = Omit<typeof apiKeys.$inferSelect, 'tokenHash' | 'workspaceId'>;

/** All of the workspace's keys, the newest first; those that expired or were revoked too. */
export async function listApiKeys(ctx: Context): Promise<ApiKey[]> {
  requirePermission(ctx, 'keys:read');
  const { id, name, prefix, createdAt, lastUsedAt, usedVersions, expiresAt, revokedAt } = apiKeys;
  return reader(ctx)
    .select({ id, name, prefix, createdAt, lastUsedAt, usedVersions, expiresAt, revokedAt })
    .from(apiKeys)
    .where(eq(apiKeys.workspaceId, ctx.workspace.id))
    .orderBy(...newestFirst(apiKeys));
}

export async function revokeApiKey(ctx: Context, id: string, now = new Date()): Promise<void> {
  requirePermission(ctx, 'keys:write');
  await inTransaction(ctx, async (tx) => {
    const revoked = await tx
      .update(apiKeys)
      .set({ revokedAt: now })
      .where(and(eq(apiKeys.id, id), eq(apiKeys.workspaceId, ctx.workspace.id), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id });
    if (revoked.length === 0) throw notFound('The API key');
    await audit(tx, ctx, 'api-key.revoked', { kind: 'api-key', id });
  });
}

/**
 * The key and the workspace that a bearer token speaks for; undefined when it is unknown, expired or revoked.
 * @param version what is called with it, such as `silo/v1`: noted down with the key.
 */
export async function authenticateApiKey(
  token: string,
  version: string,
  now = new Date(),
): Promise<{ id: string; workspace: Workspace } | undefined> {
  const row = await keyWith(hashOf(token));
  if (!row || (row.key.expiresAt && row.key.expiresAt <= now)) return undefined;
  const noted = Date.parse(row.key.usedVersions[version] ?? '');
  // Not `<=`: what was never noted is no number.
  if (!(now.getTime() - noted <= lastUsedResolutionMs)) {
    await noteUse(row.key.id, version, now).catch(unlessReadOnly);
  }
  return { id: row.key.id, workspace: workspaceOf(row.workspace) };
}

/** Unless it was revoked. The keys of requests that come at the same time are read together. */
const keyWith = oneSetAtATime(64, async (hashes: readonly string[]) => {
  const rows = await keysWith().execute({ hashes });
  return inOrderOf(hashes, rows, ({ key }) => key.tokenHash);
});

const keysWith = preparedOnce((db) =>
  db
    .select({ key: apiKeys, workspace: workspaces })
    .from(apiKeys)
    .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
    .where(
      and(sql`${apiKeys.tokenHash} = any(${sql.placeholder('hashes')}::text[])`, isNull(apiKeys.revokedAt)),
    )
    .prepare('keys_with'),
);

// To the minute: a write with each request would cost more than the request.
const lastUsedResolutionMs = 60_000;

async function noteUse(id: string, version: string, now: Date): Promise<void> {
  const at = now.toISOString();
  const before = new Date(now.getTime() - lastUsedResolutionMs).toISOString();
  // Of many requests at a time one writes.
  const isOld = sql`coalesce(${apiKeys.usedVersions} ->> ${version}, '') < ${before}`;
  await database()
    .update(apiKeys)
    .set({
      lastUsedAt: sql`${at}::timestamptz`,
      usedVersions: sql`${apiKeys.usedVersions} || jsonb_build_object(${version}::text, ${at}::text)`,
    })
    .where(and(eq(apiKeys.id, id), isOld));
}
