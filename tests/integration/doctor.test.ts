// @module-tag slow
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { type DatabaseSource, database, openDatabase } from '#lib/database/client.ts';
import { schemaCompatibility } from '#lib/database/tables/schema.ts';
import { webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { openVault } from '#lib/database/vault-keys.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { startAlta } from '#tests/support/alta.ts';
import { newDatabase, newOwnDatabase } from '#tests/support/databases.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
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
  // Like a frozen process, it accepts connections and does not answer.
  const frozen = createServer(() => {}).listen(0, '127.0.0.1');
  await once(frozen, 'listening');
  onTestFinished(() => frozen.closeAllConnections());
  onTestFinished(() => void frozen.close());
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
    PORT: String((frozen.address() as AddressInfo).port),
  });
  expect(code).toBe(1);
  for (const [about, says] of [
    ['instance', 'no answer within ten seconds'],
    ['database', 'nothing answers at 127.0.0.1:1'],
    ['clock', '3[56]\\d\\d seconds ahead of the authority’s: the authority refuses logins'],
    ['live arca', 'wsaa, wsfe.* refused'],
    ['origin', 'is not https'],
    ['origin', 'there is no host alta.invalid'],
    ['mail', 'nothing answers at 127.0.0.1:1'],
    ['openid', 'bad port|nothing answers'],
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

/** A role on the test server with no rights but to connect. */
async function newRole(options = ''): Promise<string> {
  const role = `doctor_${randomUUID().slice(0, 8)}`;
  await asSuperuser(inject('postgresUrl'), `create role ${role} login ${options}`);
  return role;
}

async function asSuperuser(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const asRole = (url: string, role: string) => Object.assign(new URL(url), { username: role }).toString();

const later = (time: string) => `update pgboss.job set start_after = now() - interval '${time}'`;
/** Harm that somebody may have done to a database, how to undo it, and how the doctor names it. */
const harm: [does: string, undoes: string, finding: RegExp][] = [
  [
    "create table was_dropped as select pg_get_indexdef(oid) as definition from pg_class where relname = any (array['jobs_on_their_way', 'audit_by_age', 'one_invoice_per_cae']); drop index jobs_on_their_way, audit_by_age, one_invoice_per_cae",
    'do $$ declare statement text; begin for statement in select definition from was_dropped loop execute statement; end loop; end $$; drop table was_dropped',
    /schema +indexes are missing: (?=.*jobs_on_their_way)(?=.*audit_by_age).*one_invoice_per_cae.*\n.*Repeat.*(\n +CREATE .*INDEX .*){3}/,
  ],
  [
    'alter table saved_views rename to saved_views_2025',
    'alter table saved_views_2025 rename to saved_views',
    /schema +tables are missing: saved_views \(saved_views_2025 has its columns\)/,
  ],
  [
    'alter table mails rename refused_at to rejected_at',
    'alter table mails rename rejected_at to refused_at',
    /schema +columns are missing: mails\.refused_at/,
  ],
  [
    'alter table batches alter created_at drop not null',
    'alter table batches alter created_at set not null',
    /schema +columns differ: batches\.created_at accepts null/,
  ],
  [
    'alter table entry_files rename constraint entry_files_pkey to pk',
    'alter table entry_files rename constraint pk to entry_files_pkey',
    /schema +constraints are missing: entry_files_pkey\n.*add primary key \(id\)/,
  ],
  [
    'alter table entry_meta disable trigger all',
    'alter table entry_meta enable trigger all',
    /schema +triggers are disabled.*: entry_meta\n.*alter table entry_meta enable trigger all/,
  ],
  [
    'alter index pgboss.job_common_i8 rename to i8',
    'alter index pgboss.i8 rename to job_common_i8',
    /queue +indexes are missing in pgboss: job_common_i8/,
  ],
  [
    "update pgboss.queue set name = 'mail.other' where name = 'mail.live'",
    "update pgboss.queue set name = 'mail.live' where name = 'mail.other'",
    /queue +queues are missing: mail\.live/,
  ],
  [
    later('3 hours'),
    later('0 hours'),
    /queue +nobody takes the entries of job-advance\.sandbox \(1\): the oldest has been due for 3 hours\n.*start one/,
  ],
  [
    "insert into latest_backup (finished_at, bytes) values (now() - interval '9 days', 1)",
    'update latest_backup set finished_at = now()',
    /backup +the latest finished 9 days ago/,
  ],
];

test('the doctor names each thing that somebody did to the database, and nothing once it is undone', async () => {
  const source = await newDatabase();
  const url = source.url ?? '';
  const settings = await withWork(source);
  const healthy = await examine(settings);
  expect([healthy.code, healthy.said]).toEqual([0, expect.stringContaining('No trouble found.')]);
  expect(healthy.said).toMatch(/^note +backup +npm run backup has never finished/m);

  await asSuperuser(url, ...harm.map(([does]) => does));
  const { said, code } = await examine({ ...settings, ALTA_ORIGIN: 'https://alta.invalid' });
  expect(code).toBe(1);
  for (const [, , finding] of harm) expect(said).toMatch(new RegExp(`^TROUBLE +${finding.source}`, 'm'));
  expect(said).toMatch(/^TROUBLE +proxy +ALTA_PROXY_HOPS is 0/m);

  await asSuperuser(url, ...harm.map(([, undoes]) => undoes));
  const undone = await examine(settings);
  expect([undone.code, undone.said]).toEqual([0, expect.stringMatching(/^ok +backup /m)]);
});

/** A workspace with an entry in the queue. @returns settings of an instance on the database */
async function withWork(source: DatabaseSource): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'alta-doctor-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  await withDatabase(source, async () => {
    const { workspace } = await newWorkspace();
    await database().transaction((tx) =>
      enqueue(tx, laneOf(workspace), 'job-advance', { jobId: randomUUID() }),
    );
  });
  return {
    DATABASE_URL: source.url ?? '',
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ...(await newAuthority()),
  };
}

test('without the schema of the queue, the doctor finds trouble and an instance is not ready; without keys or migrations it finds trouble too', async () => {
  const source = await newDatabase();
  const settings = await withWork(source);
  const alta = await startAlta(source, { LOG_LEVEL: 'error' });
  onTestFinished(alta.stop);
  const ready = async () => {
    const answer = await fetchPage(`${alta.origin}/api/health/ready`);
    return [answer.status, await answer.json()];
  };
  expect(await ready()).toEqual([200, { status: 'ok' }]);
  await asSuperuser(settings.DATABASE_URL ?? '', 'alter schema pgboss rename to pgboss_2025');
  expect(await ready()).toEqual([503, { status: 'incomplete' }]);
  const { said } = await examine({ ...settings, PORT: new URL(alta.origin).port });
  expect(said).toMatch(/^TROUBLE +instance .*ready: incomplete$/m);
  expect(said).toMatch(/^TROUBLE +queue +the schema pgboss or its tables are missing/m);
  await asSuperuser(settings.DATABASE_URL ?? '', 'alter schema pgboss_2025 rename to pgboss');
  expect(await ready()).toEqual([200, { status: 'ok' }]);
  await asSuperuser(settings.DATABASE_URL ?? '', 'delete from vault_keys');
  const withoutKeys = await examine(settings);
  expect(withoutKeys.said).toMatch(/^TROUBLE +vault key +the table vault_keys is empty/m);
  await asSuperuser(settings.DATABASE_URL ?? '', 'alter schema drizzle rename to drizzle_2025');
  const withoutMigrations = await examine(settings);
  expect(withoutMigrations.said).toMatch(/^TROUBLE +schema +the list of migrations, .* is missing/m);
});

test('the doctor names an encoding, rights and limits with which the next start fails, and so does the start', async () => {
  const [server, name] = [inject('postgresUrl'), `alta_${randomUUID().slice(0, 8)}`];
  const role = await newRole('connection limit 10');
  await asSuperuser(
    server,
    `create database ${name} encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
  );
  const url = asRole(Object.assign(new URL(server), { pathname: `/${name}` }).toString(), role);
  const { said, code } = await examine({
    DATABASE_URL: url,
    PORT: String(await freePort()),
    ...(await newAuthority()),
  });
  expect(code).toBe(1);
  for (const finding of [
    /database +The database is encoded in LATIN1.*\n.*encoding 'UTF8' locale 'C.UTF-8'/,
    /rights +.* may not create anything in the database .*so the next start fails\n.*grant create on database/,
    /connections +an instance opens up to 15 .*; 10 are allowed \(the limit of the role\): enough for 0/,
  ])
    expect(said).toMatch(new RegExp(`^TROUBLE +${finding.source}`, 'm'));
  await expect(openDatabase({ url, dataDir: '' })).rejects.toThrow(/LATIN1.*encoding 'UTF8'/);
});

test('the doctor names the owner of tables that its role may not use, a database that does not exist and another program on the port', async () => {
  const [{ url = '' }, role] = [await newDatabase(), await newRole()];
  const settings = { PORT: String(await freePort()), ...(await newAuthority()) };
  const { said, code } = await examine({ ...settings, DATABASE_URL: asRole(url, role) });
  expect(code).toBe(1);
  expect(said).toMatch(
    new RegExp(`^TROUBLE +schema +\\d+ tables in public belong to postgres, so ${role} may not use`, 'm'),
  );
  const missing = Object.assign(new URL(url), { pathname: '/nowhere' }).toString();
  // Another program that does not speak HTTP.
  const other = createTcpServer((socket) => socket.end('220 mail.example.com\r\n')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const absent = await examine({
    ...settings,
    DATABASE_URL: missing,
    DATA_DIR: '/dev/null/data',
    PORT: String((other.address() as AddressInfo).port),
    ALTA_ORIGIN: 'https://localhost',
  });
  expect(absent.said).toMatch(/^TROUBLE +instance .*is no instance’s: .*\n +Stop the program/m);
  expect(absent.said).toMatch(/^TROUBLE +proxy +ALTA_PROXY_HOPS is 0/m);
  expect(absent.said).toMatch(
    /^TROUBLE +database .*\n +create database nowhere owner postgres encoding 'UTF8'/m,
  );
  expect(absent.said).toMatch(/^TROUBLE +data directory +DATA_DIR, \/dev\/null\/data: /m);
});

test('the doctor explains how to make a missing vault key', async () => {
  const { code, said } = await examine({ ALTA_VAULT_KEY: '' });
  expect([code, said]).toEqual([1, expect.stringMatching(/^TROUBLE +configuration .*openssl rand/m)]);
});
