import pg from 'pg';
import type { Context } from '#lib/context.ts';
import { buildDocument } from '#lib/documents/build.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { classA } from '#tests/support/invoices.ts';
import { supplierCuit } from '#tests/support/workspace.ts';
import { type Filled, orderedUuid, otherWorkspaces, rowsBetween } from './scale-rows.ts';

/** Entries of a statement. */
const chunk = 20_000;
/** At the same time, each on a connection of its own. */
const fillers = 2;

/**
 * Fills the database, which has the workspace of `ctx` only, with `count` entries over two years; for each a job with
 * 2 steps and 5 events, and a webhook with its attempt. Every tenth is a supplier with a registration, the others are
 * invoices with a submission. Half of all is the workspace's, the rest is spread over others.
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
  /** All rows of the numbers from the first to the last, in one statement. */
  between: (first: number, last: number) => string;
  count: number;
}

/** By several connections; the indexes are made at the end. */
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

/** Foreign keys are right by how the rows are made: they are not looked up one by one. */
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

/** Those that no constraint needs: made at the end, they take a fraction of the time. Gives what makes them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and not indisunique`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}
