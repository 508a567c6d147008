import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { database, isDatabaseOpen } from '#lib/database/client.ts';
import { rateUses } from '#lib/database/tables/http.ts';
import { env } from '#lib/env.ts';
import { AltaError } from '#lib/errors.ts';
import { exactLimitUpTo, type LimitName, networksOfASite, rateLimits } from '#lib/limits.ts';
import { shared } from '#lib/shared.ts';
import { networksOf } from './client-address.ts';

type Extent = 'network' | 'site';

const limiterOf = (name: LimitName, extent: Extent) =>
  shared(`rate-limiter.${name}.${extent}`, () => {
    const { points, seconds } = rateLimits[name];
    const factor = env().RATE_LIMIT_FACTOR * (extent === 'site' ? networksOfASite : 1);
    return new RateLimiterMemory({ points: Math.ceil(points * factor), duration: seconds });
  });

/** What is left of a limit after a use. */
export interface Usage {
  name: LimitName;
  points: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
  isOver: boolean;
}

/**
 * Counts one use, and says what is left. An address counts for its network, and for its site as long as its network
 * is not over: who floods us from one does not keep the others out.
 */
export async function countUse(name: LimitName, key: string): Promise<Usage> {
  if (rateLimits[name].by !== 'address') return countWithin(name, 'network', key);
  const { network, site } = networksOf(key);
  const usage = await countWithin(name, 'network', network);
  if (usage.isOver || !site) return usage;
  const wider = await countWithin(name, 'site', site);
  return wider.isOver ? wider : usage;
}

async function countWithin(name: LimitName, extent: Extent, key: string): Promise<Usage> {
  const limiter = limiterOf(name, extent);
  // A refusal is no Error. Not by its class: another bundle may have made the limiter, and has its own.
  const here = await limiter.consume(key).catch((refusal: RateLimiterRes | Error) => {
    if (refusal instanceof Error) throw refusal;
    return refusal;
  });
  const counted = (await countElsewhere()) ?? here;
  return {
    name,
    points: limiter.points,
    windowSeconds: limiter.duration,
    remaining: counted.remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(counted.msBeforeNext / 1_000)),
    isOver: counted.consumedPoints > limiter.points,
  };

  /** Other processes count, too: a few uses exactly; of many, what those used a moment ago is near enough. */
  async function countElsewhere(): Promise<RateLimiterRes | null> {
    if (!isDatabaseOpen() || here.consumedPoints > limiter.points) return null;
    const use = { id: `${name} ${extent} ${key}`, limiter, key };
    if (limiter.points <= exactLimitUpTo) return shareUse(use);
    shareSoon(use);
    return null;
  }
}

/** @throws AltaError `rate-limited` with the seconds to wait. */
export function refuseOver({ isOver, resetSeconds }: Usage): void {
  if (!isOver) return;
  throw new AltaError('rate-limited', `Too many requests: try again in ${resetSeconds} s.`, {
    retryAfterSeconds: resetSeconds,
  });
}

/** Counts one use. @throws AltaError `rate-limited` with the seconds to wait. */
export async function limit(name: LimitName, key: string): Promise<void> {
  refuseOver(await countUse(name, key));
}

/** The headers of draft-ietf-httpapi-ratelimit-headers: a list, of the limits that the request was counted against. */
export const usageHeaders = (usages: readonly Usage[]): Record<string, string> => ({
  'ratelimit-policy': usages
    .map(({ name, points, windowSeconds }) => `"${name}";q=${points};w=${windowSeconds}`)
    .join(', '),
  ratelimit: usages
    .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
    .join(', '),
});

/** Counts asking for a new password, by address and by account. @throws AltaError `rate-limited` */
export async function limitPasswordReset(email: string, address: string): Promise<void> {
  await limit('login-address', address);
  await limit('password-reset', hashOf(email));
}

/**
 * Counts a try to log in: by address, by account, and by both. The address of the account is kept as a hash. On a
 * device where the account logged in before it is counted for that alone; beyond, it is a stranger's like any other.
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
 * Counts a code of a second factor. On a device where the account logged in before it is counted for that alone: who
 * has the password and guesses codes does not keep its owner out. @throws AltaError `rate-limited`
 */
export async function limitCode(userId: string, device?: string): Promise<void> {
  if (device && !(await countUse('login-device', device)).isOver) return;
  await limit('second-factor', userId);
}

const hashOf = (email: string) => createHash('sha256').update(email).digest('base64url');

/** So long uses are gathered before they go to the database: what one of many costs is next to nothing. */
const gatheringMs = 250;

/** A use that this process has counted. */
interface Use {
  /** What is counted, and for whom. It is kept as a hash. */
  id: string;
  limiter: RateLimiterMemory;
  /** The limiter's. */
  key: string;
}
type Uses = Use & { uses: number };

/**
 * Tells the other processes, and this one's limiter what all have used.
 * @returns what that is; null while the database is away: then each process counts for itself.
 */
async function shareUse(use: Use): Promise<RateLimiterRes | null> {
  const isHeard = await share([{ ...use, uses: 1 }], () => 0);
  return isHeard ? use.limiter.get(use.key) : null;
}

const gathered = () => shared('gathered-uses', () => new Map<string, Uses>());

/** The same, with others and a moment later: for what is used often. */
function shareSoon({ id, limiter, key }: Use): void {
  if (gathered().size === 0) setTimeout(shareGathered, gatheringMs).unref();
  const { uses } = gathered().get(id) ?? { uses: 0 };
  gathered().set(id, { id, limiter, key, uses: uses + 1 });
}

async function shareGathered(): Promise<void> {
  const uses = [...gathered().values()];
  gathered().clear();
  await share(uses, (id) => gathered().get(id)?.uses ?? 0);
}

/** @param usesSince of this process, which the database does not know yet */
async function share(uses: readonly Uses[], usesSince: (id: string) => number): Promise<boolean> {
  const totals = await addToAll(uses).catch(() => undefined);
  if (!totals) return false;
  for (const { id, limiter, key } of uses) {
    const total = totals.get(sharedUsesHashOf(id));
    if (total) await limiter.set(key, total.uses + usesSince(id), Math.max(total.secondsLeft, 0.001));
  }
  return true;
}

/** What all processes have used, in the window that began with the first of them, by the database's clock. */
async function addToAll(added: readonly Uses[]): Promise<Map<string, { uses: number; secondsLeft: number }>> {
  // In the order of the keys: so two processes never wait for each other.
  const rows = added
    .map((row) => ({ ...row, hash: sharedUsesHashOf(row.id) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const { key, uses, endsAt } = rateUses;
  const isOver = sql`${endsAt} <= now()`;
  const answer = await database().execute<{ key: string; uses: number; secondsLeft: number }>(sql`
    insert into ${rateUses} (key, uses, ends_at)
    select key, uses, now() + seconds * interval '1 second' from unnest(
      ${sql.param(rows.map(({ hash }) => hash))}::text[],
      ${sql.param(rows.map((row) => row.uses))}::int[],
      ${sql.param(rows.map(({ limiter }) => limiter.duration))}::int[]
    ) as added(key, uses, seconds)
    on conflict (key) do update set
      uses = case when ${isOver} then excluded.uses else ${uses} + excluded.uses end,
      ends_at = case when ${isOver} then excluded.ends_at else ${endsAt} end
    returning ${key}, ${uses}, extract(epoch from ${endsAt} - now())::float8 as "secondsLeft"`);
  return new Map(answer.rows.map((row) => [row.key, row]));
}

const sharedUsesHashOf = (id: string) => createHash('sha256').update(id).digest('base64url');
