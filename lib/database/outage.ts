import { reasonOf } from '#lib/reason.ts';

/**
 * `away`: the database is unreachable, shutting down, out of connections or too slow. `read-only`: it can be read
 * but not written.
 */
type Outage = 'away' | 'read-only';

/** Network error codes and SQLSTATEs. */
const outages: [RegExp, Outage][] = [
  [/^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|57P0\d|57014|08\d{3}|53300)$/, 'away'],
  // A full disk, or a read-only database: Alta's own while its disk is nearly full, or one that became a
  // standby.
  [/^(53100|25006)$/, 'read-only'],
];
/** Messages of `away` errors of the pool and the driver, which have no code. */
const absencePattern =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error)/;

/** Classifies an error; undefined if it is not an outage. */
export function outageOf(error: unknown): Outage | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = String((cause as { code?: unknown }).code ?? '');
    const outage = outages.find(([codes]) => codes.test(code));
    if (outage) return outage[1];
    if (absencePattern.test(cause.message)) return 'away';
  }
  return undefined;
}

/** Error handler for a connection: says that the one who does not answer is the database. */
export function explainAbsence(error: unknown): never {
  const isOfServer = error instanceof Error && 'severity' in error;
  if (outageOf(error) !== 'away' || isOfServer) throw error;
  throw new Error(`the database does not answer: ${reasonOf(error)}`, { cause: error });
}

/**
 * Error handler for a minor write, such as a last-used time: ignores the error if the database is read-only, so that
 * the request still succeeds. Rethrows any other error.
 */
export function unlessReadOnly(error: unknown): void {
  if (outageOf(error) !== 'read-only') throw error;
}
