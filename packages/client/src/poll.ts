import { AltaError } from './error.ts';
import { waitFor } from './retry.ts';

export interface Patience {
  /** Ends the waiting, but not the work. */
  signal?: AbortSignal;
  /** Maximum waiting time. */
  waitMs?: number;
  /** Interval of the first polls. Grows while nothing changes. */
  pollMs?: number;
}

const maxPauseFactor = 15;

/**
 * Polls until there is a result.
 * @param look returns undefined if there is none yet, `changed` to be called again soon
 * @throws AltaError `timeout` after `waitMs`
 */
export async function poll<Answer>(
  look: () => Promise<Answer | 'changed' | undefined>,
  { signal, waitMs = Number.POSITIVE_INFINITY, pollMs = 1_000 }: Patience,
): Promise<Exclude<Answer, 'changed'>> {
  const until = performance.now() + waitMs;
  for (let pause = pollMs; ; pause = Math.min(pause * 1.3, pollMs * maxPauseFactor)) {
    const answer = await look();
    if (answer === 'changed') pause = pollMs;
    else if (answer !== undefined) return answer as Exclude<Answer, 'changed'>;
    if (performance.now() + pause > until) {
      throw new AltaError('timeout', 'The time limit for waiting has passed. The work continues at Alta.', {
        code: 'still-going-on',
      });
    }
    await waitFor(pause, signal);
  }
}
