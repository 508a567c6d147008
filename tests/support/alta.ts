import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll } from 'vitest';
import type { DatabaseSource } from '#lib/database/client.ts';
import { startChild, stopChild, waitUntilReady } from '../../scripts/child.ts';
import { onEachDatabase } from './databases.ts';
import { freePort } from './postgres.ts';
import { withDatabase } from './with-database.ts';

/** The application as its own process, on a database. */
export interface RunningAlta {
  origin: string;
  process: ChildProcess;
  /** Everything it has written so far, log and all. */
  output(): string;
  stop(): Promise<void>;
}

export async function startAlta(
  source: DatabaseSource,
  more: Record<string, string> = {},
): Promise<RunningAlta> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  const child = startChild(
    'scripts/start.ts',
    {
      NODE_ENV: 'production',
      PORT: String(port),
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
  );
  // A test that fails half-way must not leave it behind.
  const orphaned = () => child.kill('SIGKILL');
  process.once('exit', orphaned);
  child.once('exit', () => process.off('exit', orphaned));
  await waitUntilReady(`${origin}/api/health/ready`, child).catch((error) => {
    throw new Error(`${error.message}\n${lines.join('\n')}`);
  });
  return { origin, process: child, output: () => lines.join('\n'), stop: () => stopChild(child) };
}

/**
 * The same tests against the application on the embedded database and on PostgreSQL. `seed` runs before it
 * starts, with the database open here.
 */
export function onEachServer<Seed>(
  what: string,
  {
    seed,
    env = async () => ({}),
  }: { seed: () => Promise<Seed>; env?: () => Promise<Record<string, string>> },
  tests: (server: () => { alta: RunningAlta; seeded: Seed; source: DatabaseSource }) => void,
): void {
  onEachDatabase(what, (kind) => {
    let running: { alta: RunningAlta; seeded: Seed; source: DatabaseSource; remove(): void } | undefined;
    beforeAll(async () => {
      const { source, remove } = await kind.create();
      const seeded = await withDatabase(source, seed);
      running = { alta: await startAlta(source, await env()), seeded, source, remove };
    });
    afterAll(async () => {
      await running?.alta.stop();
      running?.remove();
    });
    tests(() => {
      if (!running) throw new Error('the server did not start');
      return running;
    });
  });
}
