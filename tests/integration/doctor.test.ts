// @module-tag slow
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { schemaCompatibility } from '#lib/database/tables/schema.ts';
import { webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { openVault } from '#lib/database/vault-keys.ts';
import { startAlta } from '#tests/support/alta.ts';
import { newDatabase, newOwnDatabase } from '#tests/support/databases.ts';
import { freePort } from '#tests/support/postgres.ts';
import { authorityOf, startSimulator } from '#tests/support/simulator.ts';
import { run } from '#tests/support/starting.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const examine = (env: Record<string, string>) =>
  run(['scripts/doctor.ts'], { NODE_ENV: 'production', DATABASE_URL: '', ALTA_ORIGIN: '', ...env });

async function newAuthority() {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.stop());
  return authorityOf(simulator);
}

test('the doctor finds no trouble before the first start, nor beside a running instance', async () => {
  const { source, remove } = newOwnDatabase();
  onTestFinished(remove);
  const authority = await newAuthority();
  const settings = {
    DATA_DIR: source.dataDir,
    DATABASE_URL: '',
    PORT: String(await freePort()),
    ...authority,
  };
  const before = await examine(settings);
  expect([before.code, before.said]).toEqual([0, expect.stringContaining('No trouble found.')]);
  for (const about of ['disk', 'clock', 'sandbox wsaa', 'live padron'])
    expect(before.said).toMatch(new RegExp(`^ok +${about} `, 'm'));

  const alta = await startAlta(source, authority);
  onTestFinished(() => alta.stop());
  const beside = await examine({ ...settings, PORT: new URL(alta.origin).port });
  expect([beside.code, beside.said]).toEqual([0, expect.stringMatching(/^ok +instance .*ready$/m)]);
  for (const about of ['database', 'schema', 'vault key'])
    expect(beside.said).toMatch(new RegExp(`^ok +${about} `, 'm'));
}, 180_000);

test('the doctor names each trouble with its remedy and without a secret', async () => {
  const late = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString()).end();
  });
  const port = await freePort();
  late.listen(port, '127.0.0.1');
  onTestFinished(() => void late.close());
  const { said, code } = await examine({
    DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x',
    ALTA_ORIGIN: 'http://alta.invalid',
    ARCA_SANDBOX_URL: `http://127.0.0.1:${port}`,
    ARCA_LIVE_URL: 'http://127.0.0.1:1',
    SMTP_URL: 'smtp://u:hunter2@127.0.0.1:1',
    MAIL_FROM: 'alta@example.com',
    ALTA_OIDC_ISSUER: 'http://127.0.0.1:1',
    ALTA_OIDC_CLIENT_ID: 'alta',
    ALTA_OIDC_CLIENT_SECRET: 'hunter2',
    ALTA_OIDC_NAME: 'Acme',
    PORT: String(await freePort()),
  });
  expect(code).toBe(1);
  for (const [about, says] of [
    ['database', 'ECONNREFUSED'],
    ['clock', '3[56]\\d\\d seconds ahead of the authority’s: the authority refuses logins'],
    ['live wsfe', 'refused'],
    ['origin', 'is not https'],
    ['origin', 'ENOTFOUND|EAI_AGAIN'],
    ['mail', 'ECONNREFUSED'],
    ['openid', 'bad port|ECONNREFUSED'],
  ])
    expect(said).toMatch(new RegExp(`^TROUBLE +${about} .*(${says}).*\\n +\\S`, 'm'));
  expect(said).not.toContain('hunter2');
});

test('the doctor finds another vault key, an internal receiver and a newer schema, and changes nothing', async () => {
  const source = await newDatabase();
  await withDatabase(source, async () => {
    await openVault(database());
    const { workspace } = await newWorkspace();
    const url = 'https://intranet.local/hunter2';
    const endpoint = { id: randomUUID(), workspaceId: workspace.id, url, events: [] };
    await database().insert(webhookEndpoints).values(endpoint);
  });
  const settings = {
    DATABASE_URL: source.url ?? '',
    DATA_DIR: source.dataDir,
    PORT: String(await freePort()),
    ...(await newAuthority()),
  };
  const other = { ...settings, ALTA_VAULT_KEY: randomBytes(32).toString('base64') };
  const { code, said } = await examine(other);
  expect([code, said]).toEqual([1, expect.stringMatching(/^TROUBLE +vault key /m)]);
  expect(said).toMatch(/^note +webhooks +intranet\.local must not point/m);
  expect(said).not.toContain('hunter2');

  await looking(source, async () => {
    await database().execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values ('of a newer build', ${Date.parse('2999-01-01')})`);
    await database().update(schemaCompatibility).set({ since: '999.0.0' });
  });
  const newer = await examine(settings);
  expect([newer.code, newer.said]).toEqual([
    1,
    expect.stringMatching(/^TROUBLE +schema .*before 999\.0\.0/m),
  ]);
});

test('the doctor explains how to make a missing vault key', async () => {
  const { code, said } = await examine({ ALTA_VAULT_KEY: '' });
  expect([code, said]).toEqual([1, expect.stringMatching(/^TROUBLE +configuration .*openssl rand/m)]);
});
