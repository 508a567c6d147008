import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { v7 as uuidv7 } from 'uuid';
import { clockSkewMs, isRecent } from '#lib/age.ts';
import { audit } from '#lib/audit.ts';
import type { Environment } from '#lib/authority-environment.ts';
import {
  type Context,
  inTransaction,
  lockPermission,
  reader,
  type Workspace,
  workspaceOf,
} from '#lib/context.ts';
import { database, preparedOnce, type Transaction } from '#lib/database/client.ts';
import { unlessReadOnly } from '#lib/database/outage.ts';
import { rowSealPlace } from '#lib/database/seal-places.ts';
import { apiKeys, workspaces } from '#lib/database/tables/accounts.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { newestFirst } from '#lib/paging.ts';
import { refuseOverQuota } from '#lib/quotas.ts';
import { base62, randomText } from '#lib/random-text.ts';
import { requirePermission } from '#lib/roles.ts';
import type { Scope } from '#lib/scopes.ts';
import { lookupHash, seal } from '#lib/vault.ts';

const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');
/** The stored hash of a token with this digest. */
export const hashKeyDigest = (digest: string) => lookupHash('api-key', digest);
const digestPlace = (workspace: Pick<Workspace, 'id' | 'environment'>, id: string) =>
  rowSealPlace(apiKeys.digestSealed, workspace, id);

interface NewApiKey {
  name: string;
  expiresAt?: Date | null | undefined;
  /** Default: all scopes, including future ones. */
  scopes?: Scope[] | null | undefined;
  /** Results of `normalizeNetwork`. Default: all addresses. */
  allowedAddresses?: string[] | null | undefined;
}

/** Creates an API key. The token is only in this result. @throws AltaError `conflict` `over-quota` */
export async function createApiKey(ctx: Context, input: NewApiKey): Promise<{ id: string; token: string }> {
  requirePermission(ctx, 'keys:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'keys:write');
    await refuseOverQuota(tx, ctx, 'api-keys');
    const created = await insertKey(tx, ctx, input);
    const { name, scopes, allowedAddresses } = input;
    const detail = { name, ...(scopes ? { scopes } : {}), ...(allowedAddresses ? { allowedAddresses } : {}) };
    await audit(tx, ctx, 'api-key.created', { kind: 'api-key', id: created.id }, detail);
    return created;
  });
}

async function insertKey(tx: Transaction, { workspace }: Context, key: NewApiKey) {
  const id = uuidv7();
  const token = createToken(workspace.environment);
  await tx.insert(apiKeys).values({
    id,
    workspaceId: workspace.id,
    name: key.name,
    prefix: tokenPrefix(token),
    tokenHash: hashKeyDigest(digestOf(token)),
    digestSealed: seal(digestOf(token), digestPlace(workspace, id)),
    expiresAt: key.expiresAt ?? null,
    scopes: key.scopes ?? null,
    allowedAddresses: key.allowedAddresses ?? null,
  });
  return { id, token };
}

/** A replaced key stays valid for at most this long. */
export const maxOverlapHours = 720;

/**
 * Replaces a key by a new one with the same rights and the same lifetime. The old key stays valid for
 * `overlapHours`, unless it expires sooner; with 0 it is revoked at once.
 * @throws AltaError `not-found`, also if the key has expired, was revoked or was already replaced
 */
export async function rotateApiKey(
  ctx: Context,
  { id, overlapHours }: { id: string; overlapHours: number },
  now = new Date(),
): Promise<{ id: string; token: string }> {
  requirePermission(ctx, 'keys:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'keys:write');
    const isUsable = and(isOwnKey(ctx, id), isNull(apiKeys.revokedAt), isNull(apiKeys.replacedBy));
    const [old] = await tx.select().from(apiKeys).where(isUsable).for('update');
    if (!old || (old.expiresAt && old.expiresAt <= now)) throw notFound('The API key');
    const { name, scopes, allowedAddresses, expiresAt, createdAt } = old;
    const created = await insertKey(tx, ctx, {
      name,
      scopes,
      allowedAddresses,
      expiresAt: expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime()),
    });
    const overlapEnd = new Date(now.getTime() + overlapHours * 3_600_000);
    const oldKeyExpiresAt = expiresAt && expiresAt < overlapEnd ? expiresAt : overlapEnd;
    await tx
      .update(apiKeys)
      .set({
        replacedBy: created.id,
        expiresAt: oldKeyExpiresAt,
        ...(overlapHours === 0 ? { revokedAt: now } : {}),
      })
      .where(eq(apiKeys.id, id));
    await audit(tx, ctx, 'api-key.rotated', { kind: 'api-key', id }, { by: created.id, hours: overlapHours });
    return created;
  });
}

/** A listed key, without the hashes of its token. */
export type ApiKey = Omit<
  typeof apiKeys.$inferSelect,
  'tokenHash' | 'digestSealed' | 'workspaceId' | 'expiryToldFor'
>;

/** All of the workspace's keys, newest first, including expired and revoked ones. */
export async function listApiKeys(ctx: Context): Promise<ApiKey[]> {
  requirePermission(ctx, 'keys:read');
  const { tokenHash, digestSealed, workspaceId, expiryToldFor, ...publicColumns } = getTableColumns(apiKeys);
  return reader(ctx)
    .select(publicColumns)
    .from(apiKeys)
    .where(eq(workspaceId, ctx.workspace.id))
    .orderBy(...newestFirst(apiKeys));
}

export async function revokeApiKey(ctx: Context, id: string, now = new Date()): Promise<void> {
  requirePermission(ctx, 'keys:write');
  await inTransaction(ctx, async (tx) => {
    const revoked = await tx
      .update(apiKeys)
      .set({ revokedAt: now })
      .where(and(isOwnKey(ctx, id), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id });
    if (revoked.length === 0) throw notFound('The API key');
    await audit(tx, ctx, 'api-key.revoked', { kind: 'api-key', id });
  });
}

const isOwnKey = (ctx: Context, id: string) =>
  and(eq(apiKeys.id, id), eq(apiKeys.workspaceId, ctx.workspace.id));

/** API version, such as `silo/v1`, and client address of a request with the key. */
interface KeyUse {
  version: string;
  address: string;
}

/**
 * Finds the key and workspace of a bearer token; undefined if it is unknown, expired or revoked.
 * @throws AltaError `forbidden` (`address-not-allowed`)
 */
export async function authenticateApiKey(
  token: string,
  { version, address }: KeyUse,
  now = new Date(),
): Promise<{ id: string; workspace: Workspace; scopes: Scope[] | undefined } | undefined> {
  const [row] = await keyByHashQuery().execute({ hash: hashKeyDigest(digestOf(token)) });
  if (!row || (row.key.expiresAt && row.key.expiresAt <= now)) return undefined;
  // For a version not used before, the date is invalid and therefore not recent.
  if (!isRecent(new Date(row.key.usedVersions[version] ?? ''), lastUsedResolutionMs, now)) {
    await recordKeyUse(row.key.id, { version, address }, now).catch(unlessReadOnly);
  }
  const { id, scopes, allowedAddresses } = row.key;
  if (allowedAddresses && !isInNetworks(address, allowedAddresses)) {
    const message = `This API key may not be used from ${address}.`;
    throw new AltaError('forbidden', message, { code: 'address-not-allowed' });
  }
  return { id, workspace: workspaceOf(row.workspace), scopes: scopes ?? undefined };
}

const keyByHashQuery = preparedOnce((db) =>
  db
    .select({ key: apiKeys, workspace: workspaces })
    .from(apiKeys)
    .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
    .where(and(eq(apiKeys.tokenHash, sql.placeholder('hash')), isNull(apiKeys.revokedAt)))
    .prepare('key_with'),
);

// A write for each request would cost more than the request itself.
const lastUsedResolutionMs = 60_000;

async function recordKeyUse(id: string, { version, address }: KeyUse, now: Date): Promise<void> {
  const usedAt = now.toISOString();
  const [staleBefore, futureAfter] = [-lastUsedResolutionMs, clockSkewMs].map((ms) =>
    new Date(now.getTime() + ms).toISOString(),
  );
  // Only one of many concurrent requests writes.
  const lastUsedAt = sql`coalesce(${apiKeys.usedVersions} ->> ${version}, '')`;
  const isStale = sql`(${lastUsedAt} <= ${staleBefore} or ${lastUsedAt} > ${futureAfter})`;
  await database()
    .update(apiKeys)
    .set({
      lastUsedAt: sql`${usedAt}::timestamptz`,
      lastUsedFrom: address.slice(0, 45),
      usedVersions: sql`${apiKeys.usedVersions} || jsonb_build_object(${version}::text, ${usedAt}::text)`,
    })
    .where(and(eq(apiKeys.id, id), isStale));
}

// 43 characters of base62 carry 256 bits, so a fast hash is enough (ASVS 5.0, 6.5.2).
const secretLength = 43;
const checksumLength = 6;

/**
 * Returns `alta_live_` or `alta_sandbox_`, the secret, and the CRC-32 of both. The checksum lets secret
 * scanners recognize a leaked key offline (docs/authentication.md). Older tokens have none.
 */
function createToken(environment: Environment): string {
  const text = `alta_${environment}_${randomText(secretLength)}`;
  return text + computeChecksum(text);
}

/** Returns the first characters, by which users recognize a key in a list. */
const tokenPrefix = (token: string): string => token.slice(0, 4 - secretLength - checksumLength);

function computeChecksum(text: string): string {
  let remainder = crc32(text);
  let digits = '';
  while (digits.length < checksumLength) {
    digits = `${base62[remainder % base62.length]}${digits}`;
    remainder = Math.floor(remainder / base62.length);
  }
  return digits;
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

export const maxAllowedAddresses = 20;

/**
 * Normalises an address or network to its shortest form; undefined if it is neither. IPv4-mapped IPv6 becomes
 * IPv4, and host bits are cleared.
 */
export function normalizeNetwork(text: string): string | undefined {
  const network = parseNetwork(text.trim());
  if (!network) return undefined;
  const [address, bits] = network;
  const addressBits = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === addressBits) return address.toString();
  const networkAddress =
    address instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`);
  return `${networkAddress}/${bits}`;
}

/** True if the caller's address is in one of the networks. An unreadable address is in none. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const callerAddress = ipaddr.process(address);
  return networks.some((text) => {
    const network = parseNetwork(text);
    return (
      network !== undefined && network[0].kind() === callerAddress.kind() && callerAddress.match(network)
    );
  });
}

function parseNetwork(text: string): Network | undefined {
  // Rejects shorthand such as «10.1», which the library would read as 10.0.0.1.
  const isFullNotation = /^(\d+\.){3}\d+(\/\d+)?$|:/.test(text);
  if (!isFullNotation) return undefined;
  if (ipaddr.isValidCIDR(text)) {
    const [address, bits] = ipaddr.parseCIDR(text);
    const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
    return isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
  }
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
