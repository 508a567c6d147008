import { type Database, database } from '#lib/database/client.ts';
import { oneSetAtATime, together } from '#lib/database/sets.ts';
import { makeAttempt, type Task } from './attempt.ts';
import { comeBack, giveBack, longestInLineMs, takeLeases } from './lease.ts';
import { recordAttempts } from './record-attempts.ts';

/** Of a set, of one workspace's to one receiver. */
const mostAtOnce = 16;
/** In a transaction. */
const mostWritten = 64;

/** Those that are asked for at the same time go as a set. */
export const deliverWebhook = (id: string): Promise<void> => deliverTogether(database(), id);

const deliverTogether = together(async (_: Database, ids: readonly string[]) => {
  await deliverWebhooks([...ids]);
  return ids.map(() => undefined);
});

/**
 * Makes the attempts that are due of these. May be called at any time, by several processes at once: who has
 * the lease makes it. A process that dies between the receiver's answer and the record of it makes it again,
 * under the same `webhook-id`. An answer is recorded while others are still waited for.
 * @throws what failed, when all that could be done is done
 */
export async function deliverWebhooks(ids: string[], now: () => Date = () => new Date()): Promise<void> {
  const startedAt = performance.now();
  const begunAt = now();
  const tasks = await takeLeases(ids, begunAt);
  const others = new Set(ids).difference(new Set(tasks.map(({ delivery }) => delivery.id)));
  if (others.size > 0) await comeBack([...others], begunAt);

  const record = oneSetAtATime(mostWritten, recordAttempts);
  const leave = oneSetAtATime(mostWritten, giveBack);
  const failures: unknown[] = [];
  const written: Promise<unknown>[] = [];
  const heed = (writing: Promise<void>) => {
    written.push(writing.catch((error: unknown) => failures.push(error)));
  };
  await inLines(tasks, async (task) => {
    if (performance.now() - startedAt > longestInLineMs) return heed(leave(task));
    await makeAttempt(task, now).then(
      (attempt) => heed(record(attempt)),
      (error: unknown) => failures.push(error),
    );
  });
  await Promise.all(written);
  if (failures.length > 1) throw new AggregateError(failures, 'Some deliveries failed.');
  if (failures.length > 0) throw failures[0];
}

/** A workspace's messages to one receiver form a line: who is slow holds up nobody else's. */
async function inLines(tasks: Task[], work: (task: Task) => Promise<void>): Promise<void> {
  const lines = Map.groupBy(tasks, ({ delivery, workspace }) => {
    return `${workspace.id} ${new URL(delivery.url).host}`;
  });
  const servers = [...lines.values()].flatMap((line) => {
    const next = line.values();
    return Array.from({ length: Math.min(mostAtOnce, line.length) }, async () => {
      for (const task of next) await work(task);
    });
  });
  await Promise.all(servers);
}
