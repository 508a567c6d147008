// @module-tag slow
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { prepareSetup } from '#lib/accounts/setup.ts';
import { type DatabaseSource, database, type OpenDatabase } from '#lib/database/client.ts';
import { openInstallation } from '#lib/database/open-installation.ts';
import { setupCodes, workspaces } from '#lib/database/tables/accounts.ts';
import { newBareDatabase, newDatabase, newOwnDatabase, onDatabase } from '#tests/support/databases.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { freePort } from '#tests/support/postgres.ts';
import { run, start } from '#tests/support/starting.ts';
import { idOf, newKey } from '#tests/support/vault-keys.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const mine = process.env.ALTA_VAULT_KEY ?? '';

const environmentOf = ({ url = '', dataDir }: DatabaseSource, key: string) => ({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  ALTA_VAULT_KEY: key,
});

/** Opens it as a process with this key does when it starts. */
function openWith(source: DatabaseSource, key: string): Promise<OpenDatabase> {
  onTestFinished(setEnvironment(environmentOf(source, key)));
  return openInstallation();
}

async function beginWith(source: DatabaseSource, key: string): Promise<void> {
  const opened = await openWith(source, key);
  await prepareSetup();
  await opened.close();
  setEnvironment({ ALTA_VAULT_KEY: mine });
}

onDatabase('an installation', () => {
  test('does not open with another vault key, and names both', async () => {
    const source = await newDatabase();
    const [first, other] = [newKey(), newKey()];
    await beginWith(source, first);
    const refusal = await openWith(source, other).then(() => 'none', String);
    expect(refusal).toContain(idOf(first));
    expect(refusal).toContain(idOf(other));
    expect(refusal).not.toContain(other);
    // Nothing was sealed under the other.
    setEnvironment({ ALTA_VAULT_KEY: first });
    const [setup] = await withDatabase(source, () => database().select().from(setupCodes));
    expect(setup?.codeSealed.split('.')[1]).toBe(idOf(first));
  });

  test('without sealed values opens with any vault key', async () => {
    const source = await newDatabase();
    await withDatabase(source, async () => {
      await newWorkspace();
      await database().execute(sql`delete from vault_secrets; delete from vault_keys`);
    });
    await (await openWith(source, newKey())).close();
  });
});

test('the application does not start with another vault key, and no script opens the installation', async () => {
  const source = await newDatabase();
  const [first, other] = [newKey(), newKey()];
  await beginWith(source, first);
  const environment = environmentOf(source, other);
  const endings = {
    application: await start(environment),
    workspace: await run(['scripts/workspace.ts', 'sandbox', 'acme', 'Acme'], environment),
    password: await run(['scripts/password.ts', 'ada@example.com'], environment),
  };
  for (const [program, { code, said }] of Object.entries(endings)) {
    expect([program, code]).toEqual([program, 1]);
    expect(said).toContain(idOf(first));
    expect(said).not.toContain(other);
  }
  setEnvironment({ ALTA_VAULT_KEY: first });
  expect(await withDatabase(source, () => database().$count(workspaces))).toBe(0);
}, 180_000);

test('the demo does not continue with another vault key', async () => {
  const { source, remove } = newOwnDatabase();
  const [first, other] = [newKey(), newKey()];
  await beginWith(source, first);
  writeFileSync(join(source.dataDir, 'vault.key'), other);
  const ports = { PORT: String(await freePort()), SIMULATOR_PORT: String(await freePort()) };
  const { code, said } = await run(['scripts/demo.ts'], { DATA_DIR: source.dataDir, ...ports });
  expect([code, said.includes(idOf(first))]).toEqual([1, true]);
  remove();
}, 180_000);

test('one of several vault keys wins when instances start at once, and the other instances end', async () => {
  const source = await newBareDatabase();
  const keys = [newKey(), newKey(), newKey()];
  // Each is a process of its own: the keys are a process's.
  const endings = await Promise.all(
    keys.map((key) => run(['scripts/keys.ts', 'status'], environmentOf(source, key))),
  );
  expect(endings.filter(({ code }) => code === 0)).toHaveLength(1);
  const winner = idOf(keys[endings.findIndex(({ code }) => code === 0)] ?? '');
  for (const { said } of endings) expect(said).toContain(winner);
});
