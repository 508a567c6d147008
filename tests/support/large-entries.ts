import { desc, eq, sql } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { workflows } from '#lib/database/tables/workflows.ts';
import { sizeLimits } from '#lib/limits.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';

/** Size as sent by a client, just under the limit of a body. */
const sentBytes = 1_000_000;

/** A supplier of a megabyte, in as many objects as allowed: the most work for a reader. */
function largeSupplier(name: string) {
  const objects = Math.floor(sizeLimits.jsonValues / 2) - 100;
  const text = 'n'.repeat(sentBytes / objects - 12);
  const people = [{ notes: Array.from({ length: objects }, () => ({ n: text })) }];
  return { name, tax_id: { country: 'AR', code: '30712345671' }, people };
}

/** Adds suppliers of a megabyte each: one is sent, the others are copies. Returns their ids, newest first. */
export async function addLargeSuppliers(ctx: Context, name: string, count: number): Promise<string[]> {
  const { id } = await createEntry(ctx, { folder: 'suppliers', data: largeSupplier(name) });
  await copyRow(entries, id, count - 1, 'workspace_id, folder, doc_schema, doc, digest, created_digest');
  return idsOf(ctx, entries);
}

/** Adds workflows of a megabyte each. Returns their ids, newest first. */
export async function addLargeWorkflows(ctx: Context, count: number): Promise<string[]> {
  const { id, steps } = await createWorkflow(ctx, { template: 'ar-supplier-registration' });
  const large = Array.from({ length: 50 }, () => ({ ...steps[0], notes: 'n'.repeat(sentBytes / 50) }));
  await database().execute(sql`
    update workflows set steps = ${JSON.stringify(large)}::jsonb where id = ${id}`);
  await copyRow(workflows, id, count - 1, 'workspace_id, name, description, schema, steps, rescue');
  return idsOf(ctx, workflows);
}

type LargeTable = typeof entries | typeof workflows;

/** Each copy is a minute older than the previous one. */
async function copyRow(table: LargeTable, id: string, copies: number, columns: string) {
  await database().execute(sql`
    insert into ${table} (id, ${sql.raw(columns)}, created_at)
    select gen_random_uuid(), ${sql.raw(columns)}, created_at - n * interval '1 minute'
    from ${table}, generate_series(1, ${copies}::int) n where id = ${id}`);
}

async function idsOf(ctx: Context, table: LargeTable): Promise<string[]> {
  const rows = await database()
    .select({ id: table.id })
    .from(table)
    .where(eq(table.workspaceId, ctx.workspace.id))
    .orderBy(desc(table.createdAt));
  return rows.map(({ id }) => id);
}
