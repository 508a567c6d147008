import { AltaError } from '../src/index.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

interface Waited {
  terminal: Terminal;
  /** How long it may take. */
  seconds: number;
  /** What is waited for, for people. */
  what: string;
}

const marks = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Shows for how long something has been waited for. @throws CommandError `waiting` when it did not come in time. */
export async function shown<Result>(
  work: Promise<Result>,
  { terminal, seconds, what }: Waited,
): Promise<Result> {
  const startedAt = Date.now();
  let turn = 0;
  const timer = setInterval(() => {
    const passed = Math.round((Date.now() - startedAt) / 1_000);
    terminal.progress(`${marks[turn++ % marks.length]} ${what}, ${passed} s`);
  }, 200);
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AltaError) || error.code !== 'still-going-on') throw error;
    throw new CommandError(exitCodes.waiting, `Still waiting for ${what} after ${seconds} s: it goes on.`);
  } finally {
    clearInterval(timer);
    terminal.progress('');
  }
}
