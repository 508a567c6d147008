import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { keepUpEmbedded } from '#lib/database/upkeep.ts';
import { embedded, withNewDatabase } from '#tests/support/databases.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

async function add(workspaceId: string, count: number): Promise<void> {
  await database().execute(sql`
    insert into entries (id, workspace_id, folder, doc_schema, doc, digest, created_digest)
    select gen_random_uuid(), ${workspaceId}, 'customers', 'x', jsonb_build_object('name', 'Río ' || n), 'x', 'x'
    from generate_series(1, ${count}::int) n`);
  await countNow();
}

/** What a session did is counted a second later, unless it is told to say so. */
const countNow = () => database().execute(sql`select pg_stat_force_next_flush()`);

/** How many rows the planner believes in, and how many that are gone still take room. */
async function statistics() {
  await countNow();
  const { rows } = await database().execute<{ believed: number; dead: number; vacuumed: number }>(sql`
    select reltuples::int as believed, n_dead_tup::int as dead, vacuum_count::int as vacuumed
    from pg_stat_user_tables stat join pg_class on pg_class.oid = relid where stat.relname = 'entries'`);
  return rows[0];
}

describe('the embedded database', () => {
  withNewDatabase(embedded);

  test('knows how many rows it has once enough have come or gone, and has no use for the work before', async () => {
    const { workspace } = await newWorkspace();
    await add(workspace.id, 1_500);
    expect(await statistics()).toMatchObject({ believed: -1 });
    await keepUpEmbedded();
    expect(await statistics()).toEqual({ believed: 1_500, dead: 0, vacuumed: 1 });
    await add(workspace.id, 20);
    await keepUpEmbedded();
    expect(await statistics()).toEqual({ believed: 1_500, dead: 0, vacuumed: 1 });
    await database().execute(sql`delete from entries where doc ->> 'name' like 'Río 1%'`);
    await countNow();
    await keepUpEmbedded();
    expect(await statistics()).toMatchObject({ dead: 0, vacuumed: 2 });
  });

  test('is left alone while its disk is full', async () => {
    const { workspace } = await newWorkspace();
    const before = await statistics();
    await add(workspace.id, 1_500);
    await database().execute(sql`set default_transaction_read_only = on`);
    await keepUpEmbedded();
    await database().execute(sql`set default_transaction_read_only = off`);
    expect(await statistics()).toMatchObject({ vacuumed: before?.vacuumed });
  });
});
