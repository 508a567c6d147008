import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError, exitCodes } from './exit-codes.ts';

/** Asks a person; the answer is seen as it is typed. */
export const ask = (question: string): Promise<string> => questionOn(process.stderr, question);

/** Asks a person for what nobody beside them may read. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await questionOn(nowhere, '');
  process.stderr.write('\n');
  return answer;
}

async function questionOn(output: Writable, question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const closed = new Promise<never>((_, reject) => {
    const end = () => reject(new CommandError(exitCodes.interrupted, 'Nothing was changed.'));
    lines.once('SIGINT', end).once('close', end);
  });
  closed.catch(() => {});
  try {
    return (await Promise.race([lines.question(question), closed])).trim();
  } finally {
    lines.close();
  }
}

/** All that is piped in. */
export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
