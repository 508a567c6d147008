import pg from 'pg';
import type { Context } from '#lib/context.ts';
import { buildDocument } from '#lib/documents/build.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { classA } from '#tests/support/invoices.ts';
import { supplierCuit } from '#tests/support/workspace.ts';
import { type Filled, orderedUuid, otherWorkspaces, rowsBetween } from './scale-rows.ts';

/** Entries per statement. */
const chunk = 20_000;
/** Number of connections that fill in parallel. */
const fillers = 2;

/**
 * Fills the database, which has only the workspace of `ctx`, with `count` entries over two years; each has a job with
 * 2 steps and 5 events, and a webhook with an attempt. Every tenth entry is a supplier with a registration, the others
 * are invoices with a submission. Half of the entries belong to the workspace, the rest to other workspaces.
 */
export async function fill(url: string, ctx: Context, count: number): Promise<void> {
  const workflow = async (template: 'ar-invoice' | 'ar-supplier-registration') =>
    quotedUuid((await createWorkflow(ctx, { template })).id);
  const filled: Filled = {
    count,
    others: Math.ceil(count / 10_000),
    workspace: quotedUuid(ctx.workspace.id),
    invoiceWorkflow: await workflow('ar-invoice'),
    supplierWorkflow: await workflow('ar-supplier-registration'),
    party: quotedJson(
      buildDocument({ name: 'X', tax_id: { country: 'AR', code: supplierCuit } }, 'suppliers'),
    ),
    invoice: quotedJson(buildDocument(classA(), 'invoices')),
  };
  await fillWith(url, {
    before: otherWorkspaces(filled),
    between: (first, last) => rowsBetween(filled, first, last),
    count,
  });
}

interface Filling {
  before?: string;
  /** Statement that inserts all rows for the numbers from `first` to `last`. */
  between: (first: number, last: number) => string;
  count: number;
}

/** Fills over several connections, and creates the indexes at the end. */
const fillWith = (url: string, { before, between, count }: Filling): Promise<void> =>
  withClient(url, async (client) => {
    if (before) await client.query(before);
    const indexes = await dropIndexes(client);
    const starts = Array.from({ length: Math.ceil(count / chunk) }, (_, index) => index * chunk).values();
    const fillSome = () =>
      withClient(url, async (filler) => {
        for (const start of starts) await filler.query(between(start + 1, Math.min(start + chunk, count)));
      });
    await Promise.all(Array.from({ length: fillers }, fillSome));
    for (const index of indexes) await client.query(index);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });

const quotedUuid = (id: string) => `'${id}'::uuid`;
const quotedJson = (value: unknown) => `${pg.escapeLiteral(JSON.stringify(value))}::jsonb`;

/** Disables checks of foreign keys, because the generated rows satisfy them. */
async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '1GB'; ${orderedUuid}`,
  );
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Drops the indexes that no constraint needs: creating them at the end takes a fraction of the time.
 * @returns the statements that create them again
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and not indisunique`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}
