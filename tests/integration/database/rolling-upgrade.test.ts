// @module-tag slow
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DatabaseSource, openDatabase } from '#lib/database/client.ts';
import { schemaCompatibility } from '#lib/database/tables/schema.ts';
import { startAlta } from '#tests/support/alta.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { nextVersion } from '#tests/support/migrations.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newRegistrationWorkflow, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

/** What the next version may do while this one serves. */
const future = `
ALTER TABLE "entries" ADD COLUMN "of_the_future" text DEFAULT 'x' NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "of_the_future" timestamp with time zone;--> statement-breakpoint
CREATE TABLE "future" ("id" uuid PRIMARY KEY, "entry_id" uuid REFERENCES "entries"("id"));`;

const connectionTo = ({ url = '' }: DatabaseSource) => {
  const db = drizzle(url);
  // One that the server ends must not end the tests.
  db.$client.on('error', () => {});
  onTestFinished(() => db.$client.end());
  return db;
};

describe('an upgrade of running instances, on PostgreSQL', () => {
  test('lets two versions serve side by side, and the older restart, until the schema removes something', async () => {
    const source = await newDatabase();
    const seeded = await withDatabase(source, async () => {
      const ctx = await newWorkspace();
      return { key: await newApiKey(ctx), workflow: (await newRegistrationWorkflow(ctx)).id };
    });
    const startVersion = async (directory?: string) => {
      // None of this needs the authority.
      const settings = { ARCA_SANDBOX_URL: 'http://127.0.0.1:1', ARCA_LIVE_URL: 'http://127.0.0.1:1' };
      const running = await startAlta(source, settings, directory);
      onTestFinished(() => running.stop());
      return running;
    };
    const before = await startVersion();
    await story(before.origin, seeded, 'alone');

    const after = await startVersion(nextVersion('999.0.0', future));
    expect(after.output()).toContain('"version":"999.0.0"');
    for (const turn of [1, 2])
      await Promise.all([
        story(before.origin, seeded, `before, ${turn}`),
        story(after.origin, seeded, `after, ${turn}`),
      ]);
    await before.stop();
    const again = await startVersion();
    expect(again.output()).toContain(
      'the database has the schema of a newer version, which this version can use',
    );
    await story(again.origin, seeded, 'again');

    const db = connectionTo(source);
    await db.update(schemaCompatibility).set({ since: '999.0.0' });
    await expect(openDatabase(source)).rejects.toThrow(/Versions before 999\.0\.0 can not serve on it/);
    await Promise.all([story(again.origin, seeded, 'on it'), story(after.origin, seeded, 'after all')]);
  }, 180_000);

  test('changes nothing when it is interrupted, waits for table locks, and blocks nobody meanwhile', async () => {
    const source = await newDatabase();
    const db = connectionTo(source);
    const before = await countMigrations(db);
    const index = 'CREATE INDEX "of_the_future" ON "registrations" USING btree ("created_at");';
    const directory = nextVersion('999.0.0', index);
    const holder = await db.$client.connect();
    await holder.query('begin; lock table registrations in row exclusive mode');
    const waits = async () => {
      const { rows } =
        await db.execute(sql`select pid from pg_stat_activity where datname = current_database()
        and application_name = 'alta' and wait_event_type = 'Lock' and query ilike 'create index%'`);
      return rows[0]?.pid;
    };

    const interrupted = startAlta(source, {}, directory).then(
      () => 'started',
      () => 'failed',
    );
    const pid = await eventually(waits, (found) => found !== undefined);
    await db.execute(sql`select pg_terminate_backend(${pid})`);
    expect([await interrupted, await countMigrations(db)]).toEqual(['failed', before]);

    const patient = startAlta(source, {}, directory);
    await eventually(waits, (found) => found !== undefined);
    await eventually(waits, (found) => found === undefined);
    await holder.query('rollback');
    holder.release();
    const running = await patient;
    expect(await countMigrations(db)).toBe(before + 1);
    await running.stop();
  }, 180_000);
});

const countMigrations = async (db: ReturnType<typeof connectionTo>) =>
  Number((await db.execute(sql`select count(*) from drizzle.__drizzle_migrations`)).rows[0]?.count);

/** From the call to the link that the supplier is sent: entry, workflow, queue, key pair, meta. */
async function story(origin: string, { key, workflow }: { key: string; workflow: string }, name: string) {
  const call = apiClient(origin, key);
  const data = { name, tax_id: { country: 'AR', code: supplierCuit } };
  const { body: entry } = await call('POST', '/silo/v1/entries', { folder: 'suppliers', key: name, data });
  const job = { workflow_id: workflow, silo_entry_id: entry.id };
  expect((await call('POST', '/transform/v1/jobs', job)).status).toBe(202);
  const { body } = await eventually(
    () => call('GET', `/silo/v1/entries/${entry.id}`),
    (answer) => answer.body.meta?.length > 0,
  );
  const page = await fetchPage(body.meta[0].link_url.replace(/^https?:\/\/[^/]+/, origin));
  expect(page.status).toBe(200);
}
