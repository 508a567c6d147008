import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { database, isDatabaseOpen } from '#lib/database/client.ts';
import { rateUses } from '#lib/database/tables/http.ts';
import { env } from '#lib/env.ts';
import { AltaError } from '#lib/errors.ts';
import { type LimitName, maxExactLimit, networksPerSite, rateLimits } from '#lib/limits.ts';
import { oncePerProcess } from '#lib/process-values.ts';
import { networksOf } from './client-address.ts';

/**
 * What one count of a limit covers. `network`: a /64 or an IPv4 address, or a key that is no address. `site`: the /48
 * around a /64.
 */
type Extent = 'network' | 'site';

const limiterOf = (name: LimitName, extent: Extent) =>
  oncePerProcess(`rate-limiter.${name}.${extent}`, () => {
    const { points, seconds } = rateLimits[name];
    const factor = env().RATE_LIMIT_FACTOR * (extent === 'site' ? networksPerSite : 1);
    return new RateLimiterMemory({ points: Math.ceil(points * factor), duration: seconds });
  });

/** State of a limit after a use. */
export interface Usage {
  name: LimitName;
  points: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
  isOver: boolean;
}

/**
 * Counts one use and returns what is left. A use by an address counts against its network and, while the network
 * is below its limit, against its site: a flood from one network does not lock out the site's other networks.
 */
export async function countUse(name: LimitName, key: string): Promise<Usage> {
  if (rateLimits[name].scope !== 'address') return countWithin(name, 'network', key);
  const { network, site } = networksOf(key);
  const usage = await countWithin(name, 'network', network);
  if (usage.isOver || !site) return usage;
  const wider = await countWithin(name, 'site', site);
  return wider.isOver ? wider : usage;
}

async function countWithin(name: LimitName, extent: Extent, key: string): Promise<Usage> {
  const limiter = limiterOf(name, extent);
  // A refusal is not an Error. `instanceof RateLimiterRes` would fail if the limiter comes from another bundle,
  // which has its own copy of the class.
  const localCount = await limiter.consume(key).catch((refusal: RateLimiterRes | Error) => {
    if (refusal instanceof Error) throw refusal;
    return refusal;
  });
  const counted = (await countShared()) ?? localCount;
  return {
    name,
    points: limiter.points,
    windowSeconds: limiter.duration,
    remaining: counted.remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(counted.msBeforeNext / 1_000)),
    isOver: counted.consumedPoints > limiter.points,
  };

  /**
   * Adds the use to the count shared by all processes: at once for low limits, in batches for high ones, for
   * which a short delay does not matter.
   */
  async function countShared(): Promise<RateLimiterRes | null> {
    if (!isDatabaseOpen() || localCount.consumedPoints > limiter.points) return null;
    const use = { id: `${name} ${extent} ${key}`, limiter, key };
    if (limiter.points <= maxExactLimit) return shareUse(use);
    shareLater(use);
    return null;
  }
}

/** @throws AltaError `rate-limited` with the seconds to wait. */
export function throwIfOver({ isOver, resetSeconds }: Usage): void {
  if (!isOver) return;
  throw new AltaError('rate-limited', `Too many requests: try again in ${resetSeconds} s.`, {
    retryAfterSeconds: resetSeconds,
  });
}

/** Counts one use. @throws AltaError `rate-limited` with the seconds to wait. */
export async function limit(name: LimitName, key: string): Promise<void> {
  throwIfOver(await countUse(name, key));
}

/** Headers of draft-ietf-httpapi-ratelimit-headers, which list the limits that the request counted against. */
export const usageHeaders = (usages: readonly Usage[]): Record<string, string> => ({
  'ratelimit-policy': usages
    .map(({ name, points, windowSeconds }) => `"${name}";q=${points};w=${windowSeconds}`)
    .join(', '),
  ratelimit: usages
    .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
    .join(', '),
});

/** Counts a request for a password reset, by address and by account. @throws AltaError `rate-limited` */
export async function limitPasswordReset(email: string, address: string): Promise<void> {
  await limit('login-address', address);
  await limit('password-reset', hashOf(email));
}

/**
 * Counts a login attempt by address, by account, and by both. The account's email is stored as a hash. On a
 * device where the account has logged in before, only the device's limit counts; once that is used up, the
 * others do.
 * @throws AltaError `rate-limited`
 */
export async function limitLogin(email: string, address: string, device?: string): Promise<void> {
  if (device && !(await countUse('login-device', device)).isOver) return;
  const account = hashOf(email);
  await limit('login-address', address);
  await limit('login', `${account} ${networksOf(address).network}`);
  await limit('login-account', account);
}

/**
 * Counts an attempt with a second factor. On a device where the account has logged in before, only the
 * device's limit counts: an attacker who has the password and guesses codes does not lock out the owner.
 * @throws AltaError `rate-limited`
 */
export async function limitCode(userId: string, device?: string): Promise<void> {
  if (device && !(await countUse('login-device', device)).isOver) return;
  await limit('second-factor', userId);
}

const hashOf = (email: string) => createHash('sha256').update(email).digest('base64url');

/** Uses are collected for this long and then written to the database together. */
const collectingMs = 250;

interface Use {
  /** Limit, extent and key. Stored as a hash. */
  id: string;
  limiter: RateLimiterMemory;
  /** Key within the limiter. */
  key: string;
}
type CountedUse = Use & { count: number };

/**
 * Adds a use to the shared count, and sets this process's limiter to the total.
 * @returns the total; null while the database is unavailable, when each process counts only its own uses
 */
async function shareUse(use: Use): Promise<RateLimiterRes | null> {
  const isShared = await share([{ ...use, count: 1 }], () => 0);
  return isShared ? use.limiter.get(use.key) : null;
}

const pendingUses = () => oncePerProcess('gathered-uses', () => new Map<string, CountedUse>());

/** Adds a use to the shared count later, in a batch. For high limits. */
function shareLater({ id, limiter, key }: Use): void {
  if (pendingUses().size === 0) setTimeout(sharePendingUses, collectingMs).unref();
  const { count } = pendingUses().get(id) ?? { count: 0 };
  pendingUses().set(id, { id, limiter, key, count: count + 1 });
}

async function sharePendingUses(): Promise<void> {
  const uses = [...pendingUses().values()];
  pendingUses().clear();
  await share(uses, (id) => pendingUses().get(id)?.count ?? 0);
}

/**
 * Adds uses to the shared counts, and sets this process's limiters to the totals.
 * @param unsharedUses returns the number of uses that this process counted after it collected `uses`
 * @returns false if the database is unavailable
 */
async function share(uses: readonly CountedUse[], unsharedUses: (id: string) => number): Promise<boolean> {
  const totals = await addToAll(uses).catch(() => undefined);
  if (!totals) return false;
  for (const { id, limiter, key } of uses) {
    const total = totals.get(sharedUsesHashOf(id));
    if (total) await limiter.set(key, total.uses + unsharedUses(id), Math.max(total.secondsLeft, 0.001));
  }
  return true;
}

/** Adds uses to the shared counts. Returns the totals of all processes. A window begins with its first use. */
async function addToAll(
  added: readonly CountedUse[],
): Promise<Map<string, { uses: number; secondsLeft: number }>> {
  // Sorted, so that two processes lock the rows in the same order and never deadlock.
  const rows = added
    .map((row) => ({ ...row, hash: sharedUsesHashOf(row.id) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const { key, uses, endsAt } = rateUses;
  const hasEnded = sql`${endsAt} <= now()`;
  const answer = await database().execute<{ key: string; uses: number; secondsLeft: number }>(sql`
    insert into ${rateUses} (key, uses, ends_at)
    select key, uses, now() + seconds * interval '1 second' from unnest(
      ${sql.param(rows.map(({ hash }) => hash))}::text[],
      ${sql.param(rows.map(({ count }) => count))}::int[],
      ${sql.param(rows.map(({ limiter }) => limiter.duration))}::int[]
    ) as added(key, uses, seconds)
    on conflict (key) do update set
      uses = case when ${hasEnded} then excluded.uses else ${uses} + excluded.uses end,
      ends_at = case when ${hasEnded} then excluded.ends_at else ${endsAt} end
    returning ${key}, ${uses}, extract(epoch from ${endsAt} - now())::float8 as "secondsLeft"`);
  return new Map(answer.rows.map((row) => [row.key, row]));
}

const sharedUsesHashOf = (id: string) => createHash('sha256').update(id).digest('base64url');
