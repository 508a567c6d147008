import { sentenceOf } from '#lib/reason.ts';

/**
 * Runs what a command does. An error is printed as a sentence on standard error, and the command then exits with 1.
 * Only a mistake in the code itself is printed with its stack.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  // An error on a connection that nobody waits for.
  process.once('uncaughtException', (error) => {
    printError(error);
    process.exit(1);
  });
  try {
    await work();
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
}

/** Prints how the command is used and exits with 2. */
export function endWithUsage(usage: string): never {
  console.error(usage);
  process.exit(2);
}

export function printError(error: unknown): void {
  console.error(sentenceOf(error));
  if (isMistake(error)) console.error(error.stack);
}

const isMistake = (error: unknown): error is Error =>
  [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind) &&
  (error as Error).message !== 'fetch failed';
