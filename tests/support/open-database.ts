import { afterAll, beforeAll } from 'vitest';
import { startQueue, stopQueue } from '#lib/queue.ts';
import { onEachDatabase, useNewDatabase } from './databases.ts';

/** The same tests in this process, on each database, with its queue; no worker takes anything from that. */
export function withQueueOnEachDatabase(what: string, tests: () => void): void {
  onEachDatabase(what, (kind) => {
    let close: () => Promise<void>;
    beforeAll(async () => {
      const { opened, close: closeDatabase } = await useNewDatabase(kind);
      await startQueue(opened);
      close = async () => {
        await stopQueue();
        await closeDatabase();
      };
    });
    afterAll(() => close());
    tests();
  });
}
