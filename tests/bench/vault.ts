import { randomBytes } from 'node:crypto';
import { database, setDatabase } from '#lib/database/client.ts';
import { openInstallation, takeUpVaultKey } from '#lib/database/installation.ts';
import { rotateVault } from '#lib/database/rotate-vault.ts';
import { placeIn, sealedColumns } from '#lib/database/sealed-columns.ts';
import { verifySealed } from '#lib/database/sealed-values.ts';
import { rewrap, seal } from '#lib/vault.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres.ts';
import { sealMany } from '#tests/support/sealed-everywhere.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import type { Table } from './report.ts';
import { amount, millisecondsOf, syncMillisecondsOf } from './rounds.ts';

const values = amount(100_000, 2_000);

/** How long the whole of an installation's sealed values takes to be wrapped under a new key, and to be opened. */
export async function measureVault(): Promise<Table[]> {
  const postgres = await startPostgres();
  const [former, next] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));
  const DATABASE_URL = await createDatabase(postgres.url);
  const restore = setEnvironment({ DATABASE_URL, ALTA_VAULT_KEY: '', ALTA_VAULT_KEYS: `${former}` });
  await fill();
  setEnvironment({ ALTA_VAULT_KEYS: `${next},${former}` });
  const opened = await openInstallation();
  await takeUpVaultKey(opened);
  const rotated = await millisecondsOf(async () => void (await rotateVault(database())));
  const verified = await millisecondsOf(async () => void (await verifySealed(database())));
  const place = placeIn(sealedColumns.webhookSecret, { id: 'w', environment: 'live' }, 'r');
  const one = seal('x', place);
  const alone = syncMillisecondsOf(() => void rewrap(one, place), 1_000);
  await opened.close();
  setDatabase(undefined);
  restore();
  await postgres.stop();
  const row = (what: string, milliseconds: number) => ({
    what,
    measured: `${Math.round((values / milliseconds) * 1_000).toLocaleString('en')} /s`,
    reference: `${(milliseconds / 1_000).toFixed(1)} s for ${values.toLocaleString('en')}`,
    ratio: milliseconds / values / alone,
  });
  return [
    {
      title: 'Sealed values, on PostgreSQL',
      rows: [row('wrapped under a new key', rotated), row('opened', verified)],
      notes: [`Ratio: to wrapping one value anew without a database, ${alone.toFixed(3)} ms.`],
    },
  ];
}

async function fill(): Promise<void> {
  const opened = await openInstallation();
  await sealMany(await newWorkspace(), values);
  await opened.close();
}
