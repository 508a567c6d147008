import { statSync } from 'node:fs';
import { join } from 'node:path';
import { backUp } from '#lib/backup/back-up.ts';
import { rowsIn } from '#lib/backup/contents.ts';
import { restore } from '#lib/backup/restore.ts';
import { currentDatabase, openWithoutMigrating } from '#lib/database/client.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { requestsPerSecond } from './load.ts';
import type { Table } from './report.ts';
import { amount, millisecondsOf } from './rounds.ts';
import { fill } from './scale-fill.ts';
import { onSite, type Site, temporaryDirectory } from './servers.ts';

const entries = amount(20_000, 20);
const load = { connections: 8, seconds: amount(15) };

/** How long a backup and a restore take, and the API's throughput during backups. */
export const measureBackup = (): Promise<Table[]> => onSite(measureOn, fillPostgres);

async function fillPostgres(): Promise<void> {
  await fill(currentDatabase().url, await newWorkspace(), entries);
}

async function measureOn(site: Site): Promise<Table[]> {
  const removals: (() => unknown)[] = [];
  const directory = temporaryDirectory(removals);
  const { db, close } = await openWithoutMigrating({
    url: site.databaseUrl,
    dataDir: directory,
    poolSize: 1,
  });
  try {
    const file = join(directory, 'alta.backup');
    let rows = 0;
    const written = await millisecondsOf(async () => {
      rows = rowsIn(await backUp(db, new Date(), file));
    });
    const target = { url: await createDatabase(site.databaseUrl), dataDir: directory };
    const restored = await millisecondsOf(() => restore(file, target));
    const alone = await measureRequests(site);
    let isMeasuring = true;
    const during = measureRequests(site).finally(() => {
      isMeasuring = false;
    });
    for (let count = 1; isMeasuring; count += 1) await backUp(db, new Date(), `${file}.${count}`);
    const perSecond = await during;
    const row = (what: string, milliseconds: number) => ({
      what,
      measured: `${Math.round((rows / milliseconds) * 1_000).toLocaleString('en')} rows/s`,
      reference: `${(milliseconds / 1_000).toFixed(1)} s for ${rows.toLocaleString('en')}`,
    });
    const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
    return [
      {
        title: 'Backup, on PostgreSQL',
        rows: [
          row('written', written),
          row('read and restored', restored),
          {
            what: 'listing entries by the API, during consecutive backups / alone',
            measured: `${Math.round(perSecond)} /s`,
            reference: `${Math.round(alone)} /s`,
            ratio: perSecond / alone,
          },
        ],
        notes: [`The file has ${megabytes} MB. The backup, the application and PostgreSQL share the cores.`],
      },
    ];
  } finally {
    await close();
    for (const remove of removals) await remove();
  }
}

const measureRequests = ({ origin, seeded }: Site): Promise<number> =>
  requestsPerSecond({
    ...load,
    url: `${origin}/api/silo/v1/entries?limit=20`,
    headers: { authorization: `Bearer ${seeded.sandbox.apiKey}` },
  });
