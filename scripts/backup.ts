import { statSync } from 'node:fs';
import { backUp, recordBackup } from '#lib/backup/back-up.ts';
import { rowsIn } from '#lib/backup/contents.ts';
import { openWithoutMigrating } from '#lib/database/client.ts';
import { env } from '#lib/env.ts';
import { reasonOf } from '#lib/reason.ts';
import { loadVaultKeys, vaultKeys } from '#lib/vault.ts';
import { endWithUsage, runCommand } from './command.ts';

/**
 * `npm run backup -- <file>`: writes a snapshot of the whole database to one file, sealed to the vault key.
 * How to use it: docs/backup.md.
 */
const [file, ...others] = process.argv.slice(2);
if (!file || file.startsWith('-') || others.length > 0) endWithUsage('npm run backup -- <file>');
await runCommand(() => backUpTo(file));

async function backUpTo(path: string): Promise<void> {
  const begun = new Date();
  await loadVaultKeys();
  const { DATABASE_URL, DATA_DIR } = env();
  const { db, close } = await openWithoutMigrating({ url: DATABASE_URL, dataDir: DATA_DIR, poolSize: 1 });
  const manifest = await backUp(db, begun, path)
    .then(async (made) => {
      await recordBackup(db, statSync(path).size).catch(warnUnrecorded);
      return made;
    })
    .finally(close);
  const tables = Object.keys(manifest.rows).length;
  console.log(
    `${path}: ${rowsIn(manifest)} rows of ${tables} tables, with all data acknowledged before ${manifest.at}.`,
  );
  console.log(`Alta ${manifest.version}, SHA-256 of the contents ${manifest.sha256}.`);
  console.log(
    `The file is sealed to the vault key ${vaultKeys()[0]?.id}; the secrets in it need ${manifest.key}.`,
  );
}

/** A backup is complete even if the database is read-only, as a standby is, or has the schema of an older build. */
function warnUnrecorded(error: unknown): void {
  console.error(
    `The time of this backup could not be stored, so the doctor will not know of it: ${reasonOf(error)}.`,
  );
}
