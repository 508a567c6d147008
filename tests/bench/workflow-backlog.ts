import { sql } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { queueOf } from '#lib/queue.ts';
import { deliverWebhook } from '#lib/webhooks/attempt.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { type Installation, newInstallation, workIn } from './installation.ts';
import type { Table } from './report.ts';
import { amount, inTurns, median, medianRatio } from './rounds.ts';
import {
  insertDeliveries,
  insertJobs,
  insertWaiting,
  newOriginals,
  type Originals,
} from './workflow-rows.ts';

const sizes = [1, amount(1_000, 10), amount(100_000, 100)];
const rounds = amount(31);
const times = amount(10);
const maxRatio = 1.2;

interface Backlog extends Installation {
  size: number;
  originals: Originals;
}

/** Compares the same work in databases that differ only in the number of waiting jobs. */
export async function besideWaitingJobs(serverUrl: string, receiver: string): Promise<Table> {
  const backlogs: Backlog[] = [];
  for (const size of sizes) backlogs.push(await newBacklog(serverUrl, receiver, size));
  const rows = [];
  for (const [what, work] of Object.entries(works)) {
    const contestants = backlogs.map((backlog) => [String(backlog.size), () => measure(backlog, work)]);
    await inTurns<string>(amount(3), Object.fromEntries(contestants));
    const measured = await inTurns<string>(rounds, Object.fromEntries(contestants));
    const reference = measured[String(sizes[0])] ?? [];
    for (const size of sizes.slice(1)) {
      const values = measured[String(size)] ?? [];
      const ratio = medianRatio(values, reference);
      rows.push({
        what: `${what}, with ${size.toLocaleString('en')} / with 1`,
        measured: ms(median(values)),
        reference: ms(median(reference)),
        ratio,
        aim: `<= ${maxRatio.toFixed(2)}`,
        met: ratio <= maxRatio,
      });
    }
  }
  for (const { boss, opened } of backlogs) {
    await boss.stop({ graceful: true, timeout: 8_000 });
    await opened.close();
  }
  return {
    title: 'The same work with many / with one waiting job, each waiting for a message that was tried once',
    rows,
    notes: [
      `${rounds} rounds of ${times} in turn, one at a time; PostgreSQL without fsync.`,
      'The rows of the work stay in the tables of all three databases.',
    ],
  };
}

const queue = queueOf('job-advance', 'sandbox');

/** Each function prepares the work, outside of the measured time, and returns it. */
const works: Record<string, (backlog: Backlog) => Promise<(() => Promise<unknown>)[]>> = {
  'a job of one step': async ({ originals }) =>
    (await insertJobs(originals, times)).map((id) => () => advanceJob(id)),
  'a wake after the message was delivered': async ({ boss, originals }) => {
    const refs = await insertWaiting(boss, originals, times);
    await database().execute(sql`
      update webhook_deliveries set status = 'delivered', completed_at = now() where id in ${refs}`);
    return refs.map((ref) => () => wakeJobs(ref));
  },
  'a message sent': async ({ originals }) =>
    (await insertDeliveries(originals, times)).map((id) => () => deliverWebhook(id)),
  'the queue: sent, fetched, completed': async ({ boss }) =>
    Array.from({ length: times }, () => async () => {
      await boss.send(queue, { jobId: 'none' });
      const [entry] = await boss.fetch(queue);
      if (!entry) throw new Error('The queue did not return the entry that was sent.');
      await boss.complete(queue, entry.id);
    }),
};

async function measure(backlog: Backlog, prepare: (typeof works)[string]): Promise<number> {
  workIn(backlog);
  const prepared = await prepare(backlog);
  const startedAt = performance.now();
  for (const work of prepared) await work();
  return (performance.now() - startedAt) / prepared.length;
}

async function newBacklog(serverUrl: string, receiver: string, size: number): Promise<Backlog> {
  const installation = await newInstallation(serverUrl);
  const originals = await newOriginals(receiver);
  await insertWaiting(installation.boss, originals, size);
  await database().execute(sql`analyze`);
  return { ...installation, size, originals };
}

const ms = (milliseconds: number) => `${milliseconds.toFixed(2)} ms`;
