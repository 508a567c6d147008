import { replaceShared, shared } from './shared.ts';

const name = 'shutdown';

/** Says how this process is closed. */
export const onShutdown = (close: () => Promise<void>): void => replaceShared(name, close);

/** Closes what was opened. The server asks it here, without what opened it, which is in Next's bundle already. */
export const shutDown = (): Promise<void> => shared(name, () => async () => {})();
