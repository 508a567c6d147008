import { setImmediate } from 'node:timers/promises';
import { shared } from './shared.ts';

/** Long work yields after this long, so that other requests are served in between. */
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

const beginnings = shared<{ last: Promise<unknown> }>('beginnings', () => ({ last: Promise.resolve() }));

/** For work that cannot be interrupted: first serves what came in meanwhile, one caller at a time. */
export function waitForTurn(): Promise<unknown> {
  beginnings.last = beginnings.last.then(() => setImmediate());
  return beginnings.last;
}
