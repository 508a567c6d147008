import type { ChildProcess } from 'node:child_process';
import { stopQueue } from '#lib/queue.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { authorityOf, type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { newInstallation } from './installation.ts';
import type { Table } from './report.ts';
import { endWorker, startHelper } from './workflow-throughput.ts';

interface Scene {
  simulator: RunningSimulator;
  engine: ChildProcess;
}

/** Measures in a new installation on PostgreSQL, whose queue another process works. */
export async function withEngine(measure: (scene: Scene) => Promise<Table[]>): Promise<Table[]> {
  const postgres = await startPostgres();
  const simulator = await startSimulator();
  const restore = setEnvironment(authorityOf(simulator));
  const { url, opened } = await newInstallation(postgres.url);
  const engine = (await startHelper('engine-process.ts', { DATABASE_URL: url })).child;
  try {
    return await measure({ simulator, engine });
  } finally {
    await endWorker(engine);
    await stopQueue();
    await opened.close();
    await simulator.stop();
    await postgres.stop();
    restore();
  }
}
