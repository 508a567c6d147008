import { AltaError } from './error.ts';
import { waitFor } from './retry.ts';

export interface Patience {
  /** Ends the waiting, and nothing that was begun. */
  signal?: AbortSignal;
  /** How long it is waited at the most. */
  waitMs?: number;
  /** Between two looks, at first; less and less often while nothing changes. */
  pollMs?: number;
}

const slowest = 15;

/**
 * Looks until there is an answer.
 * @param look undefined: not yet; `changed`: something happened, so look again soon
 * @throws AltaError `timeout` when it was waited for `waitMs`
 */
export async function poll<Answer>(
  look: () => Promise<Answer | 'changed' | undefined>,
  { signal, waitMs = Number.POSITIVE_INFINITY, pollMs = 1_000 }: Patience,
): Promise<Exclude<Answer, 'changed'>> {
  const until = performance.now() + waitMs;
  for (let pause = pollMs; ; pause = Math.min(pause * 1.3, pollMs * slowest)) {
    const answer = await look();
    if (answer === 'changed') pause = pollMs;
    else if (answer !== undefined) return answer as Exclude<Answer, 'changed'>;
    if (performance.now() + pause > until) {
      throw new AltaError('timeout', 'It goes on at Alta, and was not waited for any longer.', {
        code: 'still-going-on',
      });
    }
    await waitFor(pause, signal);
  }
}
