import type { PgBoss } from 'pg-boss';
import { type DatabaseSource, type OpenDatabase, openDatabase, setDatabase } from '#lib/database/client.ts';
import { openVault, setVault, type VaultState } from '#lib/database/vault-keys.ts';
import { replaceProcessValue } from '#lib/process-values.ts';
import { startQueue, stopQueue } from '#lib/queue.ts';

/** An open database and its queue, which has no worker. */
export interface OpenWithQueue {
  database: OpenDatabase;
  queue: PgBoss;
  vault: VaultState;
  close(): Promise<void>;
}

export async function openWithQueue(source: DatabaseSource): Promise<OpenWithQueue> {
  const database = await openDatabase(source);
  const vault = await openVault(database.db);
  const queue = await startQueue(database);
  const opened: OpenWithQueue = {
    database,
    queue,
    vault,
    async close() {
      makeCurrent(opened);
      await stopQueue();
      makeCurrent(undefined);
      await database.close();
    },
  };
  return opened;
}

let current: OpenWithQueue | undefined;

/** Makes it this process's database, in place of another, which stays open. */
export function makeCurrent(opened: OpenWithQueue | undefined): void {
  current = opened;
  setDatabase(opened?.database);
  replaceProcessValue('queue', opened?.queue);
  if (opened) setVault(opened.vault);
}

/** Runs `work` with `source` as this process's database and queue. */
export async function withDatabase<T>(source: DatabaseSource, work: () => Promise<T>): Promise<T> {
  const before = current;
  const opened = await openWithQueue(source);
  makeCurrent(opened);
  try {
    return await work();
  } finally {
    await opened.close();
    makeCurrent(before);
  }
}

/** Opens the database alone: with a queue this process would take over work that others have begun. */
export async function looking<T>(source: DatabaseSource, work: () => Promise<T>): Promise<T> {
  const opened = await openDatabase(source);
  await openVault(opened.db);
  setDatabase(opened);
  try {
    return await work();
  } finally {
    await opened.close();
    setDatabase(undefined);
  }
}
