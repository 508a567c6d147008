import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAtEnd } from '#lib/backup/backup-file.ts';
import { type Manifest, rowsIn } from '#lib/backup/contents.ts';
import { restore } from '#lib/backup/restore.ts';
import type { DatabaseSource } from '#lib/database/client.ts';
import { makeServer } from '#lib/database/own-postgres.ts';
import { env } from '#lib/env.ts';
import { loadVaultKeys } from '#lib/vault.ts';
import { endWithUsage, runCommand } from './command.ts';

/**
 * `npm run restore -- <file>`: restores a backup into the configured database, which must be empty. `--verify`
 * restores into a temporary database instead and reports whether it is complete and its vault opens.
 */
const args = process.argv.slice(2);
const isVerifying = args.includes('--verify');
const [file, ...others] = args.filter((each) => each !== '--verify');
// Without the first `--`, npm keeps an option for itself. What should be tried would then be restored.
const isOptionLost = 'npm_config_verify' in process.env;
if (!file || file.startsWith('-') || others.length > 0 || isOptionLost)
  endWithUsage('npm run restore -- <file> [--verify]');
await runCommand(() => restoreFrom(file));

async function restoreFrom(path: string): Promise<void> {
  await loadVaultKeys();
  printSummary(path, await restore(path, isVerifying ? await temporaryDatabase() : configuredDatabase()));
}

function configuredDatabase(): DatabaseSource {
  const { DATABASE_URL, DATA_DIR } = env();
  return { url: DATABASE_URL, dataDir: DATA_DIR, poolSize: 2 };
}

async function temporaryDatabase(): Promise<DatabaseSource> {
  const dataDir = mkdtempSync(join(tmpdir(), 'alta-verify-'));
  removeAtEnd(dataDir);
  removeAtEnd(await makeServer(dataDir));
  return { dataDir };
}

function printSummary(path: string, manifest: Manifest): void {
  console.log(`${path}: Alta ${manifest.version}, with all data acknowledged before ${manifest.at}.`);
  console.log(`${rowsIn(manifest)} rows are in the database, and its vault opens with key ${manifest.key}.`);
  console.log(
    isVerifying
      ? 'The backup can be restored. The temporary copy is removed.'
      : 'Start Alta now. Send no invoice again that it does not know, before you have looked: docs/backup.md#restoring.',
  );
}
