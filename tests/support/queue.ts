import { afterAll, beforeAll } from 'vitest';
import { startQueue, stopQueue } from '#lib/queue.ts';
import { type onEachDatabase, useNewDatabase } from './databases.ts';

type Kind = Parameters<Parameters<typeof onEachDatabase>[1]>[0];

/** A new database with its queue for the tests that follow, and nobody who works it off: the tests call the verbs. */
export function withDatabaseAndQueue(kind: Kind): void {
  let close: () => Promise<void>;
  beforeAll(async () => {
    const database = await useNewDatabase(kind);
    await startQueue(database.opened);
    close = async () => {
      await stopQueue();
      await database.close();
    };
  });
  afterAll(() => close());
}
