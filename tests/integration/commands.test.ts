// @module-tag slow
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { schemaCompatibility } from '#lib/database/tables/schema.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { run } from '#tests/support/starting.ts';
import { withDatabase } from '#tests/support/with-database.ts';

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'alta-commands-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

const environment = { NODE_ENV: 'production', LOG_LEVEL: 'info', DATABASE_URL: '', ALTA_ORIGIN: '' };
const nobody = 'postgres://alta:hunter2@127.0.0.1:1/alta';

/** The commands that need the database, with arguments that would do. */
const commands: [script: string, ...args: string[]][] = [
  ['backup', join(tmpdir(), 'alta-none.backup')],
  ['user', 'deactivate', 'ada@example.com'],
  ['rehearse', 'acme', '20111111112'],
];
const runCommand = ([script, ...args]: [string, ...string[]], more: Record<string, string> = {}) =>
  run([`scripts/${script}.ts`, ...args], { ...environment, ...more });

describe('each command prints one sentence, without a stack,', () => {
  test.each(commands)('%s: when the database does not answer', async (...command) => {
    expect(await runCommand(command, { DATABASE_URL: nobody })).toEqual({
      code: 1,
      said: 'The database does not answer: nothing answers at 127.0.0.1:1.\n',
    });
    expect(existsSync(join(tmpdir(), 'alta-none.backup'))).toBe(false);
  });

  test('restore: when the file of the vault key is not there', async () => {
    expect(
      await runCommand(['restore', 'x'], { ALTA_VAULT_KEY: '', ALTA_VAULT_KEY_FILE: '/nowhere/key' }),
    ).toEqual({
      code: 1,
      said: 'ALTA_VAULT_KEY_FILE: there is no directory /nowhere.\n',
    });
  });

  test('when the schema is newer than the build, of which a backup is made all the same', async () => {
    const source = await newDatabase();
    await withDatabase(source, async () => {
      await database().update(schemaCompatibility).set({ since: '999.0.0' });
      await database().execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
        values ('of a newer build', ${Date.parse('2999-01-01')})`);
    });
    const ask = (...command: [string, ...string[]]) =>
      runCommand(command, { DATABASE_URL: source.url ?? '' });
    expect(await ask('password', 'ada@example.com')).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^The schema of the database is newer than this build: .* an earlier backup\.\n$/,
      ),
    });
    expect(await ask('backup', join(newDirectory(), 'a.backup'))).toMatchObject({ code: 0 });
  });

  test('backup and restore: for a file or a directory that is not there', async () => {
    const { url = '' } = await newDatabase();
    const directory = newDirectory();
    const ask = (...command: [string, ...string[]]) => runCommand(command, { DATABASE_URL: url });
    const none = { code: 1, said: `There is no directory ${directory}/none.\n` };
    expect(await ask('backup', `${directory}/none/a.backup`)).toEqual(none);
    expect(await ask('backup', directory)).toMatchObject({
      said: `${directory} is a directory: name a file in it.\n`,
    });
    expect(await ask('restore', `${directory}/none/a.backup`)).toEqual(none);
    expect(await ask('restore', `${directory}/a.backup`)).toEqual({
      code: 1,
      said: `There is no file ${directory}/a.backup.\n`,
    });
    expect(await ask('restore', directory)).toMatchObject({
      code: 1,
      said: 'That is a directory, not a file.\n',
    });
    expect(await ask('rehearse', 'acme', '20111111112', '--out', `${directory}/none`)).toEqual(none);
    expect(await ask('workspace', 'import', `${directory}/a.workspace`)).toEqual({
      code: 1,
      said: `There is no file ${directory}/a.workspace.\n`,
    });
  });

  test('move: for a wrong variable', async () => {
    expect(await runCommand(['move'], { ALTA_ORIGIN: 'https://alta.example.com/path' })).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^The configuration is not usable\.\n {2}ALTA_ORIGIN: must be an origin.*\n$/,
      ),
    });
  });

  test('and ends with 2 after how it is used, when an argument is missing or wrong', async () => {
    const usageOf = (script: string) => ({
      code: 2,
      said: expect.stringMatching(new RegExp(`^npm run ${script} -- `)),
    });
    for (const script of ['backup', 'user', 'rehearse'])
      expect(await runCommand([script])).toEqual(usageOf(script));
    // A backup that should only be verified is not restored, although an option is misspelled or npm has taken it.
    expect(await runCommand(['restore', 'alta.backup', '--verfy'])).toEqual(usageOf('restore'));
    const lost = { npm_config_verify: 'true' };
    expect(await runCommand(['restore', 'alta.backup'], lost)).toEqual(usageOf('restore'));
  });
});

describe('npm run workspace', () => {
  test('says what it made and what it found, and makes no second workspace in silence', async () => {
    const source = await newDatabase();
    const ask = (...args: string[]) => runCommand(['workspace', ...args], { DATABASE_URL: source.url ?? '' });
    const made = await ask('live', 'acme', 'Acme', 'help@acme.example');
    expect([made.code, made.said]).toEqual([
      0,
      expect.stringMatching(/^Made the live workspace acme, “Acme”, id /),
    ]);
    expect(made.said).toMatch(
      /Workflow .*\nWorkflow .*\nAPI key, shown only now: alta_live_.*\nLink for an owner/,
    );
    const found = await ask('live', 'acme', 'Acme');
    expect([found.code, found.said]).toEqual([
      0,
      expect.stringMatching(
        /^Found the live workspace acme, “Acme”, .*Nothing in it was changed\.\nAnother API key/,
      ),
    ]);
    for (const [args, reason] of [
      [['sandbox', 'acme', 'Acme'], 'it is a live workspace'],
      [['live', 'acme', 'Another'], 'its name is “Acme”'],
      [['live', 'acme-2', 'acme'], 'its slug is acme'],
    ] as const)
      expect(await ask(...args)).toEqual({ code: 1, said: expect.stringContaining(reason) });
    expect((await ask('sandbox', 'acme-sandbox', 'Acme')).code).toBe(0);
    expect(await withDatabase(source, () => database().$count(workspaces))).toBe(2);
  });

  test('refuses what the Console and the API refuse, before it opens the database', async () => {
    expect(
      await runCommand(['workspace', 'live', 'Acme S.A.', ' ', 'nobody'], { DATABASE_URL: nobody }),
    ).toEqual({
      code: 1,
      said: 'Name: is empty; slug: must be words of a-z and 0-9, separated by hyphens; contactEmail: must be an e-mail address.\n',
    });
  });
});
