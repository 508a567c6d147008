/** Retries and time limit of a request. */
export interface Persistence {
  /** Maximum number of retries; 0 for none. */
  retries: number;
  /** Limit of each attempt, until its response is read. */
  timeoutMs: number;
}

/** Replaced in tests. */
export interface Surroundings {
  fetch: typeof fetch;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  random: () => number;
}

/** If the service asks for a longer wait, its response is returned to the caller. */
const longestWaitMs = 60_000;
const firstWaitMs = 500;
const longestBackoffMs = 8_000;

const isTemporary = (status: number) => status === 429 || status === 408 || status >= 500;

/**
 * A `fetch` that retries what is safe to repeat: after a lost connection, a timeout, 429 and 5xx. Every POST
 * has an `Idempotency-Key`, the same in all attempts, so nothing is created twice. A PATCH may have been
 * applied although its response was lost, so it is retried only if it was refused unread (429).
 */
export const persistentFetch =
  ({ retries, timeoutMs }: Persistence, { fetch, wait, random }: Surroundings) =>
  async (request: Request): Promise<Response> => {
    const { signal } = request;
    if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', crypto.randomUUID());
    }
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await attemptOnce(attempt < retries ? request.clone() : request);
      const waitMs = attempt < retries ? waitAfter(outcome, request.method, attempt, random) : undefined;
      if (waitMs === undefined) {
        if ('answer' in outcome) return outcome.answer;
        throw outcome.error;
      }
      if ('answer' in outcome) await outcome.answer.body?.cancel();
      await wait(waitMs, signal);
    }

    async function attemptOnce(sent: Request): Promise<Outcome> {
      signal.throwIfAborted();
      try {
        const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
        return { answer: await fetch(sent, { signal: either }) };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        return { error };
      }
    }
  };

type Outcome = { answer: Response } | { error: unknown };

/** Undefined: no retry. */
function waitAfter(
  outcome: Outcome,
  method: string,
  attempt: number,
  random: () => number,
): number | undefined {
  const status = 'answer' in outcome ? outcome.answer.status : undefined;
  if (status !== undefined && !isTemporary(status)) return undefined;
  if (method === 'PATCH' && status !== 429) return undefined;
  const requestedMs = 'answer' in outcome ? retryAfterMs(outcome.answer.headers) : undefined;
  // Random, so that clients hit by the same outage do not all retry at the same moment.
  const backoff = Math.min(longestBackoffMs, firstWaitMs * 2 ** attempt) * (0.5 + random() / 2);
  if (requestedMs === undefined) return backoff;
  return requestedMs <= longestWaitMs ? requestedMs + firstWaitMs * random() : undefined;
}

/** `Retry-After` in seconds, or as a date. */
function retryAfterMs(headers: Headers): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** @throws the reason of `signal` when aborted */
export function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
