import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const migrations = 'lib/database/migrations';

interface Journal {
  entries: { tag: string; when: number }[];
}

/**
 * The project's directory as a future build has it: with this version and one more migration. Everything else
 * is of this build.
 */
export function nextVersion(version: string, sql: string): string {
  const directory = temporaryDirectory();
  const linkAllBut = (folder: string, changed: string) => {
    for (const name of readdirSync(folder))
      if (name !== changed) symlinkSync(resolve(folder, name), join(directory, folder, name));
  };
  linkAllBut('.', 'lib');
  mkdirSync(join(directory, 'lib/database'), { recursive: true });
  linkAllBut('lib', 'database');
  linkAllBut('lib/database', 'migrations');
  const own = readFileSync('package.json', 'utf8');
  rmSync(join(directory, 'package.json'));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ ...JSON.parse(own), version }));
  const added = changedMigrations((folder, entries) => {
    writeFileSync(join(folder, '9999_future.sql'), sql);
    const last = entries.at(-1);
    return [...entries, ...(last ? [{ ...last, tag: '9999_future', when: last.when + 1 }] : [])];
  });
  symlinkSync(added, join(directory, migrations));
  return directory;
}

type Change = (folder: string, entries: Journal['entries']) => Journal['entries'];

/** A copy that is removed after the test. */
function changedMigrations(change: Change): string {
  const folder = temporaryDirectory();
  cpSync(migrations, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest }: Journal = JSON.parse(readFileSync(journal, 'utf8'));
  writeFileSync(journal, JSON.stringify({ ...rest, entries: change(folder, entries) }));
  return folder;
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'alta-migrations-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}
