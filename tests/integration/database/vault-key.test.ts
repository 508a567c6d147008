import { randomBytes } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { setupCodes, workspaces } from '#lib/database/tables/accounts.ts';
import { readVaultKey, type Sealed } from '#lib/vault.ts';
import { embedded, onEachDatabase, postgres } from '#tests/support/databases.ts';
import { freePort } from '#tests/support/postgres.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { run, start } from '#tests/support/starting.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const newKey = () => randomBytes(32).toString('base64');
const idOf = (key: string) => readVaultKey({ ALTA_VAULT_KEY: key, ALTA_VAULT_KEY_FILE: undefined }).id;
const mine = process.env.ALTA_VAULT_KEY ?? '';

onEachDatabase('an installation', (kind) => {
  type Source = Awaited<ReturnType<typeof kind.create>>['source'];
  const environment = (source: Source, key: string) => ({
    DATABASE_URL: source.url ?? '',
    DATA_DIR: source.dataDir,
    ALTA_VAULT_KEY: key,
  });

  test('does not start with another vault key than it was begun with, and names both', async () => {
    const { source, remove } = await kind.create();
    const [first, other] = [newKey(), newKey()];
    expect((await start(environment(source, first))).code).toBe(0);
    const { code, said } = await start(environment(source, other));
    expect(code).toBe(1);
    expect(said).toContain(idOf(first));
    expect(said).toContain(idOf(other));
    expect(said).not.toContain(other);
    // Nothing was sealed under the other.
    const [setup] = await withDatabase(source, () => database().select().from(setupCodes));
    expect(setup?.codeSealed.split('.')[1]).toBe(idOf(first));
    remove();
  });

  test('that was begun before this was looked at keeps the key that it sealed with last', async () => {
    const { source, remove } = await kind.create();
    await withDatabase(source, async () => {
      await newRegistration(await newWorkspace());
      const codeSealed = `v1.${idOf(newKey())}.data.key` as Sealed;
      await database()
        .insert(setupCodes)
        .values({ id: 'first-owner', codeSealed, createdAt: new Date(0) });
      await forgetKeys();
    });
    const { code, said } = await start(environment(source, newKey()));
    expect([code, said.includes(idOf(mine))]).toEqual([1, true]);
    expect((await start(environment(source, mine))).code).toBe(0);
    remove();
  });

  test('in which nothing was sealed takes any', async () => {
    const { source, remove } = await kind.create();
    await withDatabase(source, async () => {
      await newWorkspace();
      await forgetKeys();
    });
    expect((await start(environment(source, newKey()))).code).toBe(0);
    remove();
  });

  test('is not opened by a script with another key either', async () => {
    const { source, remove } = await kind.create();
    const [first, other] = [newKey(), newKey()];
    await start(environment(source, first));
    for (const script of [
      ['scripts/workspace.ts', 'sandbox', 'acme', 'Acme'],
      ['scripts/password.ts', 'ada@example.com'],
    ]) {
      const { code, said } = await run(script, environment(source, other));
      expect([script, code]).toEqual([script, 1]);
      expect(said).toContain(idOf(first));
    }
    expect(await withDatabase(source, () => database().$count(workspaces))).toBe(0);
    remove();
  });
});

test('the demo does not go on with another key', async () => {
  const { source, remove } = await embedded.create();
  const [first, other] = [newKey(), newKey()];
  await start({ DATA_DIR: source.dataDir, ALTA_VAULT_KEY: first });
  writeFileSync(join(source.dataDir, 'vault.key'), other);
  const ports = { PORT: String(await freePort()), SIMULATOR_PORT: String(await freePort()) };
  const { code, said } = await run(['scripts/demo.ts'], { DATA_DIR: source.dataDir, ...ports });
  expect([code, said.includes(idOf(first))]).toEqual([1, true]);
  remove();
});

test.skipIf(!inject('postgresUrl'))(
  'of instances that begin at once with different keys one wins and the others end',
  async () => {
    const { source } = await postgres.createBare();
    const keys = [newKey(), newKey(), newKey()];
    const endings = await Promise.all(
      keys.map((key) => start({ DATABASE_URL: source.url ?? '', ALTA_VAULT_KEY: key })),
    );
    expect(endings.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    const winner = idOf(keys[endings.findIndex(({ code }) => code === 0)] ?? '');
    for (const { code, said } of endings) if (code === 1) expect(said).toContain(winner);
  },
);

/** As a build from before leaves the database, and the migration of this one finds it. */
async function forgetKeys(): Promise<void> {
  const [file = ''] = globSync('lib/database/migrations/*_vault_keys.sql');
  await database().execute(sql`drop table vault_keys`);
  for (const statement of readFileSync(file, 'utf8').split('--> statement-breakpoint')) {
    await database().execute(sql.raw(statement));
  }
}
