import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { expect, test } from 'vitest';
import { fetchWorkspace } from '#lib/context.ts';
import { listQuotas } from '#lib/quotas.ts';
import { workspaceOverview } from '#lib/reports/overview.ts';
import { newBareDatabase } from '#tests/support/databases.ts';
import { migrationsBefore } from '#tests/support/migrations.ts';
import { looking } from '#tests/support/with-database.ts';

test('what was there before counts were kept is counted', async () => {
  const source = await newBareDatabase();
  const before = drizzle(source.url ?? '');
  await migrate(before, { migrationsFolder: migrationsBefore('0017_supplier_counts') });
  const id = '01a20859-1ddb-7590-9377-475cfaee0aa3';
  await before.execute(
    sql`insert into workspaces (id, name, slug, environment) values (${id}, 'A', 'a', 'live')`,
  );
  await before.execute(sql`
    insert into entries (id, workspace_id, folder, state, doc_schema, doc, digest, created_digest)
    select gen_random_uuid(), ${id}, folder, state, 'x', '{}', 'x', 'x' from (values
      ('suppliers', null), ('suppliers', 'registered'), ('suppliers', 'registered'), ('customers', null)
    ) entry (folder, state)`);
  await before.execute(sql`
    insert into registrations (id, workspace_id, entry_id, environment, intent, opened_at, completed_at, rating, rated_at)
    select gen_random_uuid(), workspace_id, id, 'live', 'register', now(), now(), 'easy', now()
    from entries where state = 'registered'`);
  await before.execute(sql`
    insert into certificates (id, workspace_id, registration_id, entry_id, environment, alias, csr,
      public_key_fingerprint, not_after, activated_at)
    select gen_random_uuid(), workspace_id, id, entry_id, 'live', 'alta', 'x', 'x', now() + interval '9 days', now()
    from registrations`);
  await before.$client.end();

  await looking(source, async () => {
    const workspace = await fetchWorkspace(id);
    const quotas = await listQuotas({ workspace, actor: { kind: 'operator' } });
    expect(quotas).toContainEqual({ name: 'entries', used: 4, most: 5_000_000 });
    const overview = await workspaceOverview({ workspace, actor: { kind: 'operator' } });
    expect(overview.suppliers).toEqual({
      total: 3,
      byState: [
        { state: 'registered', count: 2 },
        { state: 'empty', count: 1 },
      ],
    });
    expect(overview.funnel.stages.map(({ reached }) => reached)).toEqual([2, 2, 0, 0, 0, 2]);
    expect([overview.ratings.total, overview.expiring.total]).toEqual([2, 2]);
  });
});
