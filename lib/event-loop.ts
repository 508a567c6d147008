import { setImmediate } from 'node:timers/promises';
import { oncePerProcess } from './process-values.ts';

/** Long work yields at this interval, so that other requests are served in between. */
const maxTurnMs = 20;

/** Returns a function for long work to await repeatedly; it yields once `maxTurnMs` have passed. */
export function breather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxTurnMs) return;
    await setImmediate();
    since = performance.now();
  };
}

const turns = oncePerProcess<{ last: Promise<unknown> }>('beginnings', () => ({ last: Promise.resolve() }));

/** Called before long work that cannot yield. Lets pending events run first, and callers continue one by one. */
export function waitForTurn(): Promise<unknown> {
  turns.last = turns.last.then(() => setImmediate());
  return turns.last;
}
