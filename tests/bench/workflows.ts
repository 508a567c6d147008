import { stopQueue } from '#lib/queue.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { newInstallation } from './installation.ts';
import type { Table } from './report.ts';
import { besideWaitingJobs } from './workflow-backlog.ts';
import { newOriginals } from './workflow-rows.ts';
import { deliveriesPerSecond, endWorker, jobsPerSecond, startHelper } from './workflow-throughput.ts';

export async function measureWorkflows(): Promise<Table[]> {
  const postgres = await startPostgres();
  // Loopback receivers are allowed only if ALTA_ORIGIN is on this machine.
  const restore = setEnvironment({ WEBHOOK_LOOPBACK: 'allow', ALTA_ORIGIN: 'http://127.0.0.1' });
  const { child, firstLine: receiver } = await startHelper('receiver-process.ts');
  try {
    const { url: databaseUrl, opened, boss } = await newInstallation(postgres.url);
    const ground = { boss, databaseUrl, originals: await newOriginals(receiver) };
    const tables = [await jobsPerSecond(ground), await deliveriesPerSecond(ground)];
    await stopQueue();
    await opened.close();
    return [...tables, await besideWaitingJobs(postgres.url, receiver)];
  } finally {
    await endWorker(child);
    await postgres.stop();
    restore();
  }
}
