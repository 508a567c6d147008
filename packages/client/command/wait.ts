import type { Alta, Job } from '../src/index.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

export interface Waiting {
  terminal: Terminal;
  signal: AbortSignal;
  seconds: number;
  /** What is waited for, for people. */
  what: string;
}

const marks = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const pauseMs = 500;

/** Asks until there is an answer. @throws CommandError `waiting` when there is none in time. */
export async function until<Answer>(
  ask: () => Promise<Answer | undefined>,
  { terminal, signal, seconds, what }: Waiting,
): Promise<Answer> {
  const startedAt = Date.now();
  for (let turn = 0; ; turn += 1) {
    const answer = await ask();
    if (answer !== undefined) {
      terminal.progress('');
      return answer;
    }
    const passed = (Date.now() - startedAt) / 1_000;
    if (passed >= seconds) {
      throw new CommandError(exitCodes.waiting, `Still waiting for ${what} after ${seconds} s: it goes on.`);
    }
    terminal.progress(`${marks[turn % marks.length]} ${what}, ${Math.round(passed)} s`);
    await pause(signal);
  }
}

/** @throws CommandError `failed` when the job ended badly. */
export const ended = (alta: Alta, id: string, waiting: Waiting): Promise<Job> =>
  until(async () => {
    const job = await alta.jobs.fetch(id, { signal: waiting.signal });
    if (job.status === 'KO') throw new CommandError(exitCodes.failed, whyOf(job));
    return job.completed_at ? job : undefined;
  }, waiting);

export const whyOf = ({ id, faults }: Pick<Job, 'id' | 'faults'>): string =>
  faults.map(({ code, message }) => `${message} (${code})`).join('\n') || `The job ${id} failed.`;

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, pauseMs);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}
