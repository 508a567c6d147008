import { setImmediate } from 'node:timers/promises';
import { oncePerProcess } from './process-values.ts';

/** Long work yields at this interval, so that other requests are served in between. */
const maxTurnMs = 20;

/** Returns a function for long work to await repeatedly. It yields if the last yield was `maxTurnMs` ago or longer. */
export function breather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxTurnMs) return;
    await setImmediate();
    since = performance.now();
  };
}

const turns = oncePerProcess<{ last: Promise<unknown> }>('beginnings', () => ({ last: Promise.resolve() }));

/** To await before long work that cannot yield. Pending events run first, and callers continue one at a time. */
export function waitForTurn(): Promise<unknown> {
  turns.last = turns.last.then(() => setImmediate());
  return turns.last;
}
