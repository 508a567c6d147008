import { log } from './log.ts';

/**
 * Next prints the error of a page with all that it carries, and a database error carries the query's parameters.
 * From now on it is logged as every other error is, under the reference that the page shows.
 */
export function logPrintedErrors(): void {
  const print = console.error;
  console.error = (...parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    if (!error) return print(...parts);
    const reference = 'digest' in error ? error.digest : undefined;
    log().error({ err: error, reference }, 'a page failed');
  };
}
