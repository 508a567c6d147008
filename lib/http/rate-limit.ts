import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { env } from '#lib/env.ts';
import { AltaError } from '#lib/errors.ts';
import { shared } from '#lib/shared.ts';

/** Points for each window of seconds, per process. RATE_LIMIT_FACTOR multiplies all of them. */
const limits = {
  /** API requests of a key. */
  api: { points: 1_200, seconds: 60 },
  /** Requests with no valid key, by address. */
  'failed-authentication': { points: 60, seconds: 60 },
  /** Refs that are not ours, by address: a guess. Who holds a good link is never counted here. */
  'unknown-ref': { points: 30, seconds: 60 },
  /** Pages and answers of one link. */
  wizard: { points: 240, seconds: 60 },
  /** Uploads of one link. */
  upload: { points: 30, seconds: 600 },
  /** Logins asked for through one link, and new key pairs. */
  proof: { points: 20, seconds: 600 },
  /** New links asked for, by address. */
  'new-link': { points: 10, seconds: 3_600 },
  /** Logins into one account from one address, and … */
  login: { points: 10, seconds: 900 },
  /** … from everywhere: a stranger's guesses do not soon keep its owner out. */
  'login-account': { points: 100, seconds: 3_600 },
  /** Logins, codes for the setup, and forms of invitations, by address. */
  'login-address': { points: 60, seconds: 900 },
  /** Tries of a signed-in person's current password. */
  password: { points: 10, seconds: 900 },
} as const;
export type LimitName = keyof typeof limits;

const limiters = () =>
  shared('rate-limiters', () => {
    const factor = env().RATE_LIMIT_FACTOR;
    return new Map(
      Object.entries(limits).map(([name, { points, seconds }]) => [
        name,
        new RateLimiterMemory({ keyPrefix: name, points: Math.ceil(points * factor), duration: seconds }),
      ]),
    );
  });

/** Counts one use. @throws AltaError `rate-limited` with the seconds to wait. */
export async function limit(name: LimitName, key: string): Promise<void> {
  try {
    await limiters().get(name)?.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    throw new AltaError('rate-limited', `Too many requests: try again in ${retryAfterSeconds} s.`, {
      retryAfterSeconds,
    });
  }
}
