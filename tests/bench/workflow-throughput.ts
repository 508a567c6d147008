import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import { database } from '#lib/database/client.ts';
import type { Row, Table } from './report.ts';
import { amount, inTurns, median, medianRatio } from './rounds.ts';
import { cpuMsOf } from './throughput.ts';
import { addDeliveries, addJobs, messageBody, type Originals, rowsOf } from './workflow-rows.ts';

export interface Ground {
  boss: PgBoss;
  databaseUrl: string;
  originals: Originals;
}

const rounds = amount(5);
const jobCount = amount(3_000, 20);
const deliveryCount = amount(3_000, 20);
const warmUpCount = amount(200, 5);
const minJobsRatio = 1.5;
const minDeliveriesRatio = 0.5;

/** Jobs of one step, run by one and by two processes, compared with the same statements and the same queue. */
export async function jobsPerSecond(ground: Ground): Promise<Table> {
  const { boss, originals } = ground;
  const drained = (script: string, processes: number) =>
    drain(ground, script, processes, {
      count: jobCount,
      add: (count) => addJobs(boss, originals, count),
      left: sql`select exists (select 1 from jobs where completed_at is null) as is`,
    });
  const measured = await inAllRounds({
    one: () => drained('engine-process.ts', 1),
    two: () => drained('engine-process.ts', 2),
    bareOne: () => drained('bare-engine-process.ts', 1),
    bareTwo: () => drained('bare-engine-process.ts', 2),
  });
  return {
    title:
      'Jobs of one step (silo.state) / the same INSERTs and UPDATEs in one transaction, by the same queue',
    rows: [
      row('one instance', measured.one, measured.bareOne, minJobsRatio),
      row('two instances', measured.two, measured.bareTwo),
      row('two instances / one', measured.two, measured.one),
    ],
    notes: [
      `${rounds} rounds in turn of ${jobCount} jobs added at once; PostgreSQL without fsync, on the same machine.`,
      'CPU: of the worker processes, per job.',
    ],
  };
}

/** Messages delivered by one and by two processes, compared with only signing and sending. */
export async function deliveriesPerSecond(ground: Ground): Promise<Table> {
  const { boss, originals } = ground;
  const drained = (processes: number) =>
    drain(ground, 'engine-process.ts', processes, {
      count: deliveryCount,
      add: (count) => addDeliveries(boss, originals, count),
      left: sql`select exists (select 1 from webhook_deliveries where status = 'pending') as is`,
    });
  const measured = await inAllRounds({
    one: () => drained(1),
    two: () => drained(2),
    bareOne: () => post(originals.receiver, 1),
    bareTwo: () => post(originals.receiver, 2),
  });
  return {
    title: 'Webhooks delivered to a receiver on this machine / signed and sent with fetch, 16 at a time',
    rows: [
      row('one instance', measured.one, measured.bareOne, minDeliveriesRatio),
      row('two instances', measured.two, measured.bareTwo),
      row('two instances / one', measured.two, measured.one),
    ],
    notes: [
      `${rounds} rounds in turn of ${deliveryCount} messages of ${messageBody.length} bytes; the receiver is a separate process.`,
      'Both keep their connections open; Alta resolves the receiver’s address for each message, and stores each attempt.',
    ],
  };
}

interface Drained {
  perSecond: number;
  cpuMs: number;
}

/** Starts and warms up workers, adds work, and measures until none is left. */
async function drain(
  ground: Ground,
  script: string,
  processes: number,
  { count, add, left }: { count: number; add(count: number): Promise<void>; left: ReturnType<typeof sql> },
): Promise<Drained> {
  const workers = await Promise.all(Array.from({ length: processes }, () => startWorker(script, ground)));
  const emptied = async () => {
    while ((await rowsOf<{ is: boolean }>(database(), left))[0]?.is) {
      if (workers.some(({ exitCode }) => exitCode !== null)) throw new Error(`${script} ended.`);
      await pause(20);
    }
  };
  const spent = () => workers.reduce((sum, { pid = 0 }) => sum + cpuMsOf(pid), 0);
  await add(warmUpCount);
  await emptied();
  const before = spent();
  await add(count);
  const startedAt = performance.now();
  await emptied();
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuMs = (spent() - before) / count;
  await Promise.all(workers.map(endWorker));
  // `cascade` also empties the tables that refer to these.
  await database().execute(sql`truncate jobs, entry_states, audit_log, webhook_deliveries cascade`);
  await ground.boss.deleteAllJobs();
  return { perSecond: count / seconds, cpuMs };
}

async function post(receiver: string, processes: number): Promise<Drained> {
  const env = {
    ...process.env,
    RECEIVER: receiver,
    BODY: messageBody,
    COUNT: String(deliveryCount / processes),
    CONCURRENCY: '16',
  };
  const rates = await Promise.all(
    Array.from({ length: processes }, async () => {
      const child = spawn(process.execPath, [scriptOf('bare-post-process.ts')], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return Number(await text(child.stdout));
    }),
  );
  return { perSecond: rates.reduce((sum, rate) => sum + rate, 0), cpuMs: Number.NaN };
}

async function inAllRounds<Name extends string>(
  contestants: Record<Name, () => Promise<Drained>>,
): Promise<Record<Name, Drained[]>> {
  const names = Object.keys(contestants) as Name[];
  const all = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Drained[]>;
  const recorded = names.map((name) => [
    name,
    async () => {
      const drained = await contestants[name]();
      all[name].push(drained);
      return drained.perSecond;
    },
  ]);
  await inTurns<Name>(rounds, Object.fromEntries(recorded));
  return all;
}

function row(what: string, measured: Drained[], reference: Drained[], min?: number): Row {
  const rates = (drained: Drained[]) => drained.map(({ perSecond }) => perSecond);
  const figures = (drained: Drained[]) => {
    const cpu = median(drained.map(({ cpuMs }) => cpuMs));
    const rate = `${median(rates(drained)).toFixed(0)} /s`;
    return Number.isNaN(cpu) ? rate : `${rate}, ${cpu.toFixed(2)} ms CPU`;
  };
  const ratio = medianRatio(rates(measured), rates(reference));
  return {
    what,
    measured: figures(measured),
    reference: figures(reference),
    ratio,
    ...(min && { aim: `>= ${min.toFixed(2)}`, met: ratio >= min }),
  };
}

const scriptOf = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/** Starts a process that works until its standard input ends, and waits for its first line. */
async function startWorker(script: string, { databaseUrl }: Ground): Promise<ChildProcess> {
  return (await startHelper(script, { DATABASE_URL: databaseUrl })).child;
}

export async function startHelper(
  script: string,
  env: Record<string, string> = {},
): Promise<{ child: ChildProcessByStdio<Writable, Readable, null>; firstLine: string }> {
  const child = spawn(process.execPath, [scriptOf(script)], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [firstLine] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => {
      throw new Error(`${script} ended before it was ready.`);
    }),
  ]);
  return { child, firstLine };
}

export async function endWorker(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
