/** The database is away, shutting down, has no connection left or takes too long; or it is there and stores nothing. */
export type Outage = 'away' | 'read-only';

/** Codes of the network, and SQLSTATEs. */
const outages: [RegExp, Outage][] = [
  [/^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|57P0\d|57014|08\d{3}|53300)$/, 'away'],
  // A full disk, and a database that only reads: our own while its disk is nearly full, or one that became a standby.
  [/^(53100|25006)$/, 'read-only'],
];
/** What the pool and the driver say in words alone. */
const absencePattern =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Undefined for an error that is no outage. */
export function outageOf(error: unknown): Outage | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = String((cause as { code?: unknown }).code ?? '');
    const known = outages.find(([codes]) => codes.test(code));
    if (known) return known[1];
    if (absencePattern.test(cause.message)) return 'away';
  }
  return undefined;
}

/** For a note about who reads: they are answered also where it can not be kept. */
export function unlessReadOnly(error: unknown): void {
  if (outageOf(error) !== 'read-only') throw error;
}
