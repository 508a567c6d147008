import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError, exitCodes } from './exit-codes.ts';

/** Questions to a person, one after the other. */
export interface Prompt {
  /** The answer is seen as it is typed. */
  ask(question: string): Promise<string>;
  /** For what nobody beside them may read. */
  askHidden(question: string): Promise<string>;
  close(): void;
}

/**
 * Silences the terminal until it is closed: nothing that is typed shows but the answers of `ask`, however early it is
 * typed, before a question is written or while the machine is slow. Lines that come at once answer one question each.
 */
export function openPrompt(): Prompt {
  let isShown = false;
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (isShown) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const typed: string[] = [];
  let take: (() => void) | undefined;
  lines.on('line', (line) => {
    // At once: what is pasted with it answers the next question, which may be a hidden one.
    isShown = false;
    typed.push(line);
    take?.();
  });
  const closed = new Promise<never>((_, reject) => {
    const end = () => reject(new CommandError(exitCodes.interrupted, 'Nothing was changed.'));
    lines.once('SIGINT', end).once('close', end);
  });
  closed.catch(() => {});

  async function answer(): Promise<string> {
    const line = new Promise<void>((resolve) => {
      take = resolve;
      if (typed.length > 0) resolve();
    });
    await Promise.race([line, closed]);
    return (typed.shift() ?? '').trim();
  }

  return {
    async ask(question) {
      if (typed.length > 0) process.stderr.write(`${question}\n`);
      else {
        isShown = true;
        lines.setPrompt(question);
        lines.prompt();
      }
      return answer();
    },
    async askHidden(question) {
      process.stderr.write(question);
      try {
        return await answer();
      } finally {
        process.stderr.write('\n');
      }
    },
    close: () => lines.close(),
  };
}

/** All that is piped in. */
export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
