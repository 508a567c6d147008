import { replaceShared, shared } from './shared.ts';

const name = 'shutdown';

const closing = () => shared('closing', () => new AbortController());

/** Tells who holds an answer back on purpose that this process is about to close. */
export const closingSignal = (): AbortSignal => closing().signal;
export const announceClosing = (): void => closing().abort();

/** Says how this process is closed. */
export const onShutdown = (close: () => Promise<void>): void => replaceShared(name, close);

/** Closes what was opened. The server asks it here, without what opened it, which is in Next's bundle already. */
export const shutDown = (): Promise<void> => shared(name, () => async () => {})();
