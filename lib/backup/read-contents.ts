import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { BackupUnusable, Beginning, End, linesOf, type Manifest, TableLine } from './contents.ts';

/** What is done with the contents as they are read; nothing is, when they are only looked through. */
export interface ContentsReader {
  begin?(beginning: Beginning): Promise<void>;
  table?(table: z.infer<typeof TableLine>): Promise<void>;
  /** Each an array of JSON. */
  rows?(lines: string[]): Promise<void>;
}

/** So many characters of rows, or so many rows, are handed on at a time. */
const piece = { characters: 2 ** 21, rows: 2_000 };

/**
 * Reads all of it, and compares it with what its end says.
 * @throws BackupUnusable when something is missing, or it is of another format
 */
export async function readContents(
  pieces: AsyncIterable<Uint8Array>,
  { begin, table, rows }: ContentsReader = {},
): Promise<Manifest> {
  const hash = createHash('sha256');
  const counts: End['rows'] = {};
  let beginning: Beginning | undefined;
  let current: string | undefined;
  let [waiting, characters]: [string[], number] = [[], 0];
  const handOn = async () => {
    if (waiting.length > 0) await rows?.(waiting);
    [waiting, characters] = [[], 0];
  };

  for await (const line of linesOf(pieces)) {
    if (line.startsWith('[') && current !== undefined) {
      counts[current] = (counts[current] ?? 0) + 1;
      waiting.push(line);
      characters += line.length;
      if (characters >= piece.characters || waiting.length >= piece.rows) await handOn();
    } else {
      await handOn();
      const value = objectOf(line);
      if (!beginning) {
        beginning = beginningOf(value);
        await begin?.(beginning);
      } else if ('sha256' in value) {
        return endOf(beginning, value, counts, hash.digest('hex'));
      } else {
        const started = TableLine.parse(value);
        current = started.table;
        counts[current] = 0;
        await table?.(started);
      }
    }
    hash.update(line).update('\n');
  }
  throw new BackupUnusable('Its end is missing.');
}

function objectOf(line: string): object {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value;
  } catch {}
  throw new BackupUnusable('It is not a backup of Alta.');
}

function beginningOf(value: object): Beginning {
  const { success, data } = Beginning.safeParse(value);
  if (success) return data;
  const format = 'format' in value ? String(value.format) : 'no format';
  throw new BackupUnusable(`It is not a backup that this build knows how to read (${format}).`);
}

function endOf(beginning: Beginning, value: object, counts: End['rows'], sha256: string): Manifest {
  const { success, data } = End.safeParse(value);
  if (!success || data.sha256 !== sha256 || JSON.stringify(data.rows) !== JSON.stringify(counts))
    throw new BackupUnusable('It does not have what its end says that it has.');
  return { ...beginning, ...data };
}
