/**
 * An error as the log shows it: its kind, code and where it was thrown. A database error's own message quotes
 * the parameters of the query, and with them personal data and secrets, so of that only the SQL text is kept.
 */
export function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, code, query, cause } = error as Error & { code?: unknown; query?: unknown };
  const isQuery = typeof query === 'string';
  return {
    type: name,
    ...(code === undefined ? {} : { code }),
    message: isQuery ? `Failed query: ${query}` : error.message,
    stack: framesOf(error),
    ...(cause instanceof Error ? { cause: isQuery ? databaseCause(cause) : errorForLog(cause) } : {}),
  };
}

/** What PostgreSQL says, without its `detail`, which quotes values. */
function databaseCause(cause: Error): Record<string, unknown> {
  const { code, constraint, table } = cause as Error & Record<string, unknown>;
  return { type: cause.name, code, constraint, table, ...(code ? {} : { message: cause.message }) };
}

const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12)
    .map((line) => line.trim());
