import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe } from 'vitest';
import type { DatabaseSource } from '#lib/database/client.ts';
import { startChild, stopChild, waitUntilReady } from '../../scripts/child.ts';
import { newDatabase } from './databases.ts';
import { freePort } from './postgres.ts';
import { authorityOf, type RunningSimulator, startSimulator } from './simulator.ts';
import { makeCurrent, openWithQueue } from './with-database.ts';

/** The application as a separate process on a database. */
export interface RunningAlta {
  origin: string;
  process: ChildProcess;
  /** Everything written so far, including the log. */
  output(): string;
  stop(): Promise<void>;
}

export async function startAlta(
  source: DatabaseSource,
  more: Record<string, string> = {},
  directory?: string,
): Promise<RunningAlta> {
  const port = more.PORT ?? String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  const child = startChild(
    'scripts/start.ts',
    {
      NODE_ENV: 'production',
      PORT: port,
      ALTA_ORIGIN: origin,
      DATABASE_URL: source.url ?? '',
      DATA_DIR: source.dataDir,
      ALTA_VAULT_KEY: process.env.ALTA_VAULT_KEY ?? '',
      LOG_LEVEL: 'debug',
      ARCA_TIMEOUT_SECONDS: '5',
      RATE_LIMIT_FACTOR: '100',
      ...more,
    },
    (line) => lines.push(line),
    directory,
  );
  // A test that fails half-way must not leave the process behind.
  const orphaned = () => child.kill('SIGKILL');
  process.once('exit', orphaned);
  child.once('exit', () => process.off('exit', orphaned));
  await waitUntilReady(`${origin}/api/health/ready`, child).catch((error) => {
    throw new Error(`${error.message}\n${lines.join('\n')}`);
  });
  return { origin, process: child, output: () => lines.join('\n'), stop: () => stopChild(child) };
}

/** The application used by a file's tests. */
interface Server<Seed> {
  alta: RunningAlta;
  seeded: Seed;
  source: DatabaseSource;
  /** The authority it calls. */
  simulator: RunningSimulator;
}

/**
 * Tests against the application: one for all files of a worker, unless `env` asks for another. Its database
 * is also open in this process, so `seed` and the tests can call verbs on it.
 */
export function onServer<Seed>(
  what: string,
  { seed, env }: { seed: () => Promise<Seed>; env?: Record<string, string> },
  tests: (server: () => Server<Seed>) => void,
): void {
  describe(what, () => {
    let server: Server<Seed> | undefined;
    let leave = async () => {};
    beforeAll(async () => {
      const simulator = await simulatorOfServers();
      await simulator.control.reset();
      if (!env) ofWorker ??= start();
      const running = await (env ? start(env) : ofWorker);
      if (!running) throw new Error('the server did not start');
      makeCurrent(running.opened);
      server = { ...running, seeded: await seed(), simulator };
      leave = async () => {
        if (!env) return makeCurrent(undefined);
        await running.alta.stop();
        await running.opened.close();
      };
    });
    afterAll(() => leave());
    tests(() => {
      if (!server) throw new Error('the server did not start');
      return server;
    });
  });
}

/** Separate from the simulator of the tests in this process, which count its requests. */
let ofServers: Promise<RunningSimulator> | undefined;
function simulatorOfServers(): Promise<RunningSimulator> {
  ofServers ??= startSimulator();
  return ofServers;
}

/** Receivers are on this machine, and no file of a worker uses up another's limits. */
const forAll = { WEBHOOK_LOOPBACK: 'allow', RATE_LIMIT_FACTOR: '100000' };

let ofWorker: ReturnType<typeof start> | undefined;
async function start(env: Record<string, string> = forAll) {
  const source = await newDatabase();
  const alta = await startAlta(source, { ...authorityOf(await simulatorOfServers()), ...env });
  return { alta, source, opened: await openWithQueue({ ...source, poolSize: 4 }) };
}
