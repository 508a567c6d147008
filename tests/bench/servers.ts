import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '#lib/authority-environment.ts';
import type { DatabaseSource } from '#lib/database/client.ts';
import { createDatabase, freePort, startPostgres } from '#tests/support/postgres.ts';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newRegistrationWorkflow, newWorkspace } from '#tests/support/workspace.ts';
import { buildIfNeeded } from '../../scripts/build-if-needed.ts';
import { stopChild, waitUntilReady } from '../../scripts/child.ts';

interface Seeded {
  workspace: string;
  apiKey: string;
  workflow: string;
}

export interface Server {
  origin: string;
  pid: number;
}

/** Alta as in production, with the simulator as its authority. */
export interface Site extends Server {
  databaseUrl: string;
  simulator: RunningSimulator;
  seeded: Record<Environment, Seeded>;
}

/** Starts a site for `work` and stops it afterwards. `fill` runs first, with the database open in this process. */
export async function onSite<T>(
  work: (site: Site) => Promise<T>,
  fill: (seeded: Site['seeded']) => Promise<void> = async () => {},
): Promise<T> {
  buildIfNeeded();
  const endings: (() => unknown)[] = [];
  try {
    const postgres = await startPostgres();
    endings.push(() => postgres.stop());
    const dataDir = temporaryDirectory(endings);
    const url = await createDatabase(postgres.url);
    const source: DatabaseSource = { url, dataDir };
    const seeded = await withDatabase(source, async () => {
      const made = await seed();
      await fill(made);
      return made;
    });
    const simulator = await startSimulator();
    endings.push(() => simulator.stop());
    const server = await startServer(
      'scripts/start.ts',
      {
        ALTA_VAULT_KEY: process.env.ALTA_VAULT_KEY ?? '',
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        ARCA_SANDBOX_URL: `${simulator.url}/sandbox`,
        ARCA_LIVE_URL: `${simulator.url}/live`,
        RATE_LIMIT_FACTOR: '1000000',
        // Includes the cost of writing the log, as in production.
        LOG_LEVEL: 'info',
      },
      '/api/health/ready',
      endings,
    );
    return await work({ ...server, databaseUrl: url, simulator, seeded });
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

/** The application of tests/bench/bare-next, built and served like Alta. */
export async function withBareServer<T>(
  env: Record<string, string>,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  buildIfNeeded('tests/bench/bare-next', ['app', 'next.config.js', 'instrumentation.ts']);
  const endings: (() => unknown)[] = [];
  try {
    return await work(await startServer('tests/bench/bare-next/server.ts', env, '/heading', endings));
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

/** Its output goes to a file, because reading a pipe would take this process's time. */
async function startServer(
  script: string,
  env: Record<string, string>,
  readyPath: string,
  endings: (() => unknown)[],
): Promise<Server> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const logFile = join(temporaryDirectory(endings), 'log');
  const log = openSync(logFile, 'a');
  const child: ChildProcess = spawn(process.execPath, [script], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ALTA_ORIGIN: origin, ...env },
    stdio: ['ignore', log, log],
  });
  endings.push(() => stopChild(child));
  await waitUntilReady(`${origin}${readyPath}`, child).catch((error) => {
    throw new Error(`${error.message}\n${readFileSync(logFile, 'utf8')}`);
  });
  return { origin, pid: child.pid ?? 0 };
}

async function seed(): Promise<Record<Environment, Seeded>> {
  return { sandbox: await seedWorkspace('sandbox'), live: await seedWorkspace('live') };
}

async function seedWorkspace(environment: Environment): Promise<Seeded> {
  const ctx = await newWorkspace(environment);
  return {
    workspace: ctx.workspace.id,
    apiKey: await newApiKey(ctx),
    workflow: (await newRegistrationWorkflow(ctx)).id,
  };
}

export function temporaryDirectory(endings: (() => unknown)[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'alta-bench-'));
  endings.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
