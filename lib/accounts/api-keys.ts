import { crc32 } from 'node:zlib';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { v7 as uuidv7 } from 'uuid';
import { clockSkewMs, isYounger } from '#lib/age.ts';
import { audit } from '#lib/audit.ts';
import type { Environment } from '#lib/authority-environment.ts';
import {
  type Context,
  holdPermission,
  inTransaction,
  reader,
  type Workspace,
  workspaceOf,
} from '#lib/context.ts';
import { database, preparedOnce, type Transaction, unlessReadOnly } from '#lib/database/client.ts';
import { apiKeys, workspaces } from '#lib/database/tables/accounts.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { newestFirst } from '#lib/paging.ts';
import { refuseOverQuota } from '#lib/quotas.ts';
import { base62, randomText } from '#lib/random-text.ts';
import { requirePermission } from '#lib/roles.ts';
import type { Scope } from '#lib/scopes.ts';
import { lookupHash } from '#lib/vault.ts';

const hashOf = (token: string) => lookupHash('api-key', token);

interface NewKey {
  name: string;
  expiresAt?: Date | null | undefined;
  /** Default: all scopes, including future ones. */
  scopes?: Scope[] | null | undefined;
  /** In the form of `networkOf`. Default: everywhere. */
  allowedAddresses?: string[] | null | undefined;
}

/** Creates an API key. The token is only in this result. @throws AltaError `conflict` `over-quota` */
export async function createApiKey(ctx: Context, input: NewKey): Promise<{ id: string; token: string }> {
  requirePermission(ctx, 'keys:write');
  return inTransaction(ctx, async (tx) => {
    await holdPermission(tx, ctx, 'keys:write');
    await refuseOverQuota(tx, ctx, 'api-keys');
    const made = await insertKey(tx, ctx, input);
    const { name, scopes, allowedAddresses } = input;
    const detail = { name, ...(scopes ? { scopes } : {}), ...(allowedAddresses ? { allowedAddresses } : {}) };
    await audit(tx, ctx, 'api-key.created', { kind: 'api-key', id: made.id }, detail);
    return made;
  });
}

async function insertKey(tx: Transaction, { workspace }: Context, key: NewKey) {
  const id = uuidv7();
  const token = createToken(workspace.environment);
  await tx.insert(apiKeys).values({
    id,
    workspaceId: workspace.id,
    name: key.name,
    prefix: prefixOf(token),
    tokenHash: hashOf(token),
    expiresAt: key.expiresAt ?? null,
    scopes: key.scopes ?? null,
    allowedAddresses: key.allowedAddresses ?? null,
  });
  return { id, token };
}

/** Longest time that a replaced key stays valid, in hours. */
export const mostOverlapHours = 720;

/**
 * Replaces a key by a new one with the same rights and the same lifetime. The old key stays valid for
 * `overlapHours`, unless it expires sooner; with 0 it is revoked at once.
 * @throws AltaError `not-found`, also for a key that has ended or was already replaced
 */
export async function rotateApiKey(
  ctx: Context,
  { id, overlapHours }: { id: string; overlapHours: number },
  now = new Date(),
): Promise<{ id: string; token: string }> {
  requirePermission(ctx, 'keys:write');
  return inTransaction(ctx, async (tx) => {
    await holdPermission(tx, ctx, 'keys:write');
    const isUsable = and(ofWorkspace(ctx, id), isNull(apiKeys.revokedAt), isNull(apiKeys.replacedBy));
    const [old] = await tx.select().from(apiKeys).where(isUsable).for('update');
    if (!old || (old.expiresAt && old.expiresAt <= now)) throw notFound('The API key');
    const { name, scopes, allowedAddresses, expiresAt, createdAt } = old;
    const made = await insertKey(tx, ctx, {
      name,
      scopes,
      allowedAddresses,
      expiresAt: expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime()),
    });
    const afterOverlap = new Date(now.getTime() + overlapHours * 3_600_000);
    const end = expiresAt && expiresAt < afterOverlap ? expiresAt : afterOverlap;
    await tx
      .update(apiKeys)
      .set({
        replacedBy: made.id,
        expiresAt: end,
        ...(overlapHours === 0 ? { revokedAt: now } : {}),
      })
      .where(eq(apiKeys.id, id));
    await audit(tx, ctx, 'api-key.rotated', { kind: 'api-key', id }, { by: made.id, hours: overlapHours });
    return made;
  });
}

/** A listed key, without its token hash. */
export type ApiKey = Omit<typeof apiKeys.$inferSelect, 'tokenHash' | 'workspaceId' | 'expiryToldFor'>;

/** All of the workspace's keys, newest first, including expired and revoked ones. */
export async function listApiKeys(ctx: Context): Promise<ApiKey[]> {
  requirePermission(ctx, 'keys:read');
  const { tokenHash, workspaceId, expiryToldFor, ...shown } = getTableColumns(apiKeys);
  return reader(ctx)
    .select(shown)
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
      .where(and(ofWorkspace(ctx, id), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id });
    if (revoked.length === 0) throw notFound('The API key');
    await audit(tx, ctx, 'api-key.revoked', { kind: 'api-key', id });
  });
}

const ofWorkspace = (ctx: Context, id: string) =>
  and(eq(apiKeys.id, id), eq(apiKeys.workspaceId, ctx.workspace.id));

/** A call with the key: API version (`silo/v1`) and client address. */
interface Use {
  version: string;
  address: string;
}

/**
 * Finds the key and workspace of a bearer token; undefined if it is unknown, expired or revoked.
 * @throws AltaError `forbidden` (`address-not-allowed`)
 */
export async function authenticateApiKey(
  token: string,
  { version, address }: Use,
  now = new Date(),
): Promise<{ id: string; workspace: Workspace; scopes: Scope[] | undefined } | undefined> {
  const [row] = await keyWith().execute({ hash: hashOf(token) });
  if (!row || (row.key.expiresAt && row.key.expiresAt <= now)) return undefined;
  // Without an earlier use, the date is invalid and counts as old.
  if (!isYounger(new Date(row.key.usedVersions[version] ?? ''), lastUsedResolutionMs, now)) {
    await noteUse(row.key.id, { version, address }, now).catch(unlessReadOnly);
  }
  const { id, scopes, allowedAddresses } = row.key;
  if (allowedAddresses && !isWithin(address, allowedAddresses)) {
    const message = `This API key may not be used from ${address}.`;
    throw new AltaError('forbidden', message, { code: 'address-not-allowed' });
  }
  return { id, workspace: workspaceOf(row.workspace), scopes: scopes ?? undefined };
}

const keyWith = preparedOnce((db) =>
  db
    .select({ key: apiKeys, workspace: workspaces })
    .from(apiKeys)
    .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
    .where(and(eq(apiKeys.tokenHash, sql.placeholder('hash')), isNull(apiKeys.revokedAt)))
    .prepare('key_with'),
);

// One minute: a write per request would cost more than the request.
const lastUsedResolutionMs = 60_000;

async function noteUse(id: string, { version, address }: Use, now: Date): Promise<void> {
  const at = now.toISOString();
  const [before, ahead] = [-lastUsedResolutionMs, clockSkewMs].map((ms) =>
    new Date(now.getTime() + ms).toISOString(),
  );
  // Of many concurrent requests, one writes.
  const noted = sql`coalesce(${apiKeys.usedVersions} ->> ${version}, '')`;
  const isOld = sql`(${noted} <= ${before} or ${noted} > ${ahead})`;
  await database()
    .update(apiKeys)
    .set({
      lastUsedAt: sql`${at}::timestamptz`,
      lastUsedFrom: address.slice(0, 45),
      usedVersions: sql`${apiKeys.usedVersions} || jsonb_build_object(${version}::text, ${at}::text)`,
    })
    .where(and(eq(apiKeys.id, id), isOld));
}

// 43 characters of base62 carry 256 bits, so a fast hash is enough (ASVS 5.0, 6.5.2).
const secretLength = 43;
const checksumLength = 6;

/**
 * `alta_live_` or `alta_sandbox_`, the secret, and the CRC-32 of both: secret scanners can recognise a leaked
 * key offline (docs/authentication.md). Older tokens have no checksum.
 */
function createToken(environment: Environment): string {
  const text = `alta_${environment}_${randomText(secretLength)}`;
  return text + checksumOf(text);
}

/** First characters, to tell keys apart in a list. */
const prefixOf = (token: string): string => token.slice(0, 4 - secretLength - checksumLength);

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < checksumLength) {
    digits = `${base62[rest % base62.length]}${digits}`;
    rest = Math.floor(rest / base62.length);
  }
  return digits;
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

export const mostAllowedAddresses = 20;

/**
 * Normalises an address or network to its shortest form; undefined if it is neither. IPv4-mapped IPv6 becomes
 * IPv4, and host bits are cleared.
 */
export function networkOf(text: string): string | undefined {
  const network = parse(text.trim());
  if (!network) return undefined;
  const [address, bits] = network;
  const whole = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === whole) return address.toString();
  const first =
    address instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`);
  return `${first}/${bits}`;
}

/** True if the caller's address is in one of the networks. An unreadable address is in none. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return networks.some((text) => {
    const network = parse(text);
    return network !== undefined && network[0].kind() === caller.kind() && caller.match(network);
  });
}

function parse(text: string): Network | undefined {
  // Rejects shorthand such as «10.1», which the library would read as 10.0.0.1.
  const isWritten = /^(\d+\.){3}\d+(\/\d+)?$|:/.test(text);
  if (!isWritten) return undefined;
  if (ipaddr.isValidCIDR(text)) {
    const [address, bits] = ipaddr.parseCIDR(text);
    const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
    return isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
  }
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
