import { setImmediate } from 'node:timers/promises';
import { shared } from './shared.ts';

/** No work holds the process for longer at a stretch: what others ask for meanwhile is served in between. */
const longestMs = 20;

/** Awaited again and again by long work, it lets others have their turn whenever they have waited for long enough. */
export function breather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestMs) return;
    await setImmediate();
    since = performance.now();
  };
}

const beginnings = shared<{ last: Promise<unknown> }>('beginnings', () => ({ last: Promise.resolve() }));

/** For work that cannot be interrupted: what came in meanwhile is served before it, and before each of several. */
export function afterOthers(): Promise<unknown> {
  beginnings.last = beginnings.last.then(() => setImmediate());
  return beginnings.last;
}
