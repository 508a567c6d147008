import { createHash } from 'node:crypto';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { isDatabaseOpen } from '#lib/database/client.ts';
import { env } from '#lib/env.ts';
import { AltaError } from '#lib/errors.ts';
import { exactLimitUpTo, type LimitName, networksOfASite, rateLimits } from '#lib/limits.ts';
import { shared } from '#lib/shared.ts';
import { networksOf } from './client-address.ts';
import { shareSoon, shareUse } from './shared-uses.ts';

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
