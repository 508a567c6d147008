import { oncePerProcess, replaceProcessValue } from './process-values.ts';

// The server and the application that Next bundles have copies of this file, and share these values. So the server can
// wait for and close what it does not import.

/**
 * Longest times of a stop: `notice` is for a proxy to find that the process is not ready, `drain` for the requests
 * under way, `close` for the running work and the database. docs/deployment.md#stopping states the sum, and each
 * supervisor in deploy/ waits longer before it kills the process.
 */
export const stopTimesMs = { notice: 8_000, drain: 20_000, close: 20_000 };

const shutdownKey = 'shutdown';

const started = () => oncePerProcess('started', () => Promise.withResolvers<void>());

/** Resolves when `startProcess` has opened everything. Next calls that, and its `prepare` does not wait for it. */
export const processStarted = (): Promise<void> => started().promise;
export const announceStarted = (): void => started().resolve();

const closing = () => oncePerProcess('closing', () => new AbortController());

/** Aborted when this process is about to close, so that waiting requests are answered, and proxies told. */
export const closingSignal = (): AbortSignal => closing().signal;
export const announceClosing = (): void => closing().abort();

/** Sets the function that closes this process. */
export const onShutdown = (close: () => Promise<void>): void => replaceProcessValue(shutdownKey, close);

/** Closes everything that `startProcess` opened. */
export const shutDown = (): Promise<void> => oncePerProcess(shutdownKey, () => async () => {})();
