import { replaceShared, shared } from './shared.ts';

const name = 'shutdown';

/** Says how this process is closed. */
export const onShutdown = (close: () => Promise<void>): void => replaceShared(name, close);

/**
 * Closes what was opened. The server asks it here, without the modules that opened it: those are in Next's bundle, and
 * to load them a second time would take as long as all the rest of the start.
 */
export const shutDown = (): Promise<void> => shared(name, () => async () => {})();
