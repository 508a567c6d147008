import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DatabaseSource, openDatabase } from '#lib/database/client.ts';
import { startQueue, stopQueue } from '#lib/queue.ts';
import { fastDirectory } from './fast-directory.ts';
import { createDatabase } from './postgres.ts';

/**
 * A database as the application leaves it after its first start, on which nothing was done: made once for a run, and
 * copied for each test file that wants one. Making one takes two seconds, and a copy none.
 */
export interface DatabaseTemplates {
  /** The directory of an embedded database. */
  embedded: string;
  /** The name of a database on the run's PostgreSQL; empty where there is none. */
  postgres: string;
}

export async function makeTemplates(postgresUrl: string): Promise<DatabaseTemplates & { remove(): void }> {
  const all = mkdtempSync(join(fastDirectory(), 'alta-databases-'));
  const embedded = join(all, 'template');
  await startOnce({ dataDir: embedded });
  const postgres = postgresUrl && (await makePostgresTemplate(postgresUrl));
  return { embedded, postgres, remove: () => removeDirectory(all) };
}

/** The same on a PostgreSQL alone; gives the database's name. */
export async function makePostgresTemplate(postgresUrl: string): Promise<string> {
  const url = await createDatabase(postgresUrl);
  await startOnce({ url, dataDir: '' });
  return new URL(url).pathname.slice(1);
}

async function startOnce(source: DatabaseSource): Promise<void> {
  const opened = await openDatabase(source);
  await startQueue(opened);
  await stopQueue();
  await opened.close();
}

export function copyOf(template: string): string {
  const copy = newDirectory(template);
  cpSync(template, copy, { recursive: true });
  return copy;
}

/** Beside the template, with which it goes when the run has ended. */
export const newDirectory = (template: string): string => mkdtempSync(join(dirname(template), 'data-'));
export const removeDirectory = (directory: string): void =>
  rmSync(directory, { recursive: true, force: true });
