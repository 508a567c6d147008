import { z } from 'zod';

/**
 * What a backup holds, as lines of JSON: the beginning; of each table a line that names it and its columns, then one
 * for each row, an array with the values as PostgreSQL writes them as text; and the end.
 */
export const Beginning = z.object({
  format: z.literal('alta-backup/1'),
  /** The build that made it. */
  version: z.string(),
  /** Everything that was acknowledged before this instant is in it. */
  at: z.iso.datetime(),
  /** The schema, by the migrations that made it. */
  migrations: z.array(z.number()).min(1),
  /** The vault key without which nothing that is sealed in it opens. */
  key: z.string(),
  sequences: z.record(z.string(), z.number()),
});
export type Beginning = z.infer<typeof Beginning>;

export const TableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });

export const End = z.object({
  /** How many of each table. */
  rows: z.record(z.string(), z.number()),
  /** SHA-256 of all lines before this one. */
  sha256: z.string(),
});
export type End = z.infer<typeof End>;

/** What a backup says of itself. */
export type Manifest = Beginning & End;

export const rowsIn = ({ rows }: Pick<End, 'rows'>): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0);

export class BackupUnusable extends Error {
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
    this.name = 'BackupUnusable';
  }
}

/** The lines of a text that comes in pieces; the last one ends with a line end, too. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) throw new BackupUnusable('It ends in the middle of a line.');
}
