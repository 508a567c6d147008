import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { env } from '#lib/env.ts';
import { AltaError } from '#lib/errors.ts';
import { type LimitName, rateLimits } from '#lib/limits.ts';
import { shared } from '#lib/shared.ts';

const limiters = () =>
  shared('rate-limiters', () => {
    const factor = env().RATE_LIMIT_FACTOR;
    return new Map(
      Object.entries(rateLimits).map(([name, { points, seconds }]) => [
        name,
        new RateLimiterMemory({ keyPrefix: name, points: Math.ceil(points * factor), duration: seconds }),
      ]),
    );
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

/** Counts one use, and says what is left. */
export async function countUse(name: LimitName, key: string): Promise<Usage> {
  const limiter = limiters().get(name);
  if (!limiter) throw new Error(`There is no limit ${name}.`);
  // A refusal is no Error. Not by its class: another bundle may have made the limiter, and has its own.
  const counted = await limiter.consume(key).catch((refusal: RateLimiterRes | Error) => {
    if (refusal instanceof Error) throw refusal;
    return refusal;
  });
  return {
    name,
    points: limiter.points,
    windowSeconds: limiter.duration,
    remaining: counted.remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(counted.msBeforeNext / 1_000)),
    isOver: counted.consumedPoints > limiter.points,
  };
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
