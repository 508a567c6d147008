import { desc, eq, sql } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { workflows } from '#lib/database/tables/workflows.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';

/** As a client sends it: just under what a body may have. */
const sentBytes = 1_000_000;

/** A supplier of a megabyte, in as many objects as fit: the most work for who reads it. */
function largeSupplier(name: string) {
  const people = [{ notes: Array.from({ length: (sentBytes - 1_000) / 3 }, () => ({})) }];
  return { name, tax_id: { country: 'AR', code: '30712345671' }, people };
}

/** So many suppliers of a megabyte each: one is sent, the others are its copies. Gives their ids, newest first. */
export async function addLargeSuppliers(ctx: Context, name: string, count: number): Promise<string[]> {
  const { id } = await createEntry(ctx, { folder: 'suppliers', data: largeSupplier(name) });
  await database().execute(sql`
    insert into entries (id, workspace_id, folder, doc_schema, doc, digest, created_digest, created_at)
    select gen_random_uuid(), workspace_id, folder, doc_schema, doc, digest, created_digest,
      created_at - n * interval '1 minute'
    from entries, generate_series(1, ${count - 1}::int) n where id = ${id}`);
  return idsOf(ctx, entries);
}

/** So many workflows of a megabyte each. Gives their ids, newest first. */
export async function addLargeWorkflows(ctx: Context, count: number): Promise<string[]> {
  const { id, steps } = await createWorkflow(ctx, { template: 'ar-supplier-registration' });
  const large = Array.from({ length: 50 }, () => ({ ...steps[0], notes: 'n'.repeat(sentBytes / 50) }));
  await database().execute(sql`
    update workflows set steps = ${JSON.stringify(large)}::jsonb where id = ${id}`);
  await database().execute(sql`
    insert into workflows (id, workspace_id, name, description, schema, steps, rescue, created_at)
    select gen_random_uuid(), workspace_id, name, description, schema, steps, rescue,
      created_at - n * interval '1 minute'
    from workflows, generate_series(1, ${count - 1}::int) n where id = ${id}`);
  return idsOf(ctx, workflows);
}

async function idsOf(ctx: Context, table: typeof entries | typeof workflows): Promise<string[]> {
  const rows = await database()
    .select({ id: table.id })
    .from(table)
    .where(eq(table.workspaceId, ctx.workspace.id))
    .orderBy(desc(table.createdAt));
  return rows.map(({ id }) => id);
}
