import { sql } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { issue, newSuppliers } from './invoice-suppliers.ts';
import type { Row, Table } from './report.ts';
import { amount, inOrder } from './rounds.ts';
import { cpuMsOf } from './throughput.ts';
import { withEngine } from './with-engine.ts';
import { rowsOf } from './workflow-rows.ts';

const suppliers = amount(50, 1);
const ofEach = amount(20);
const registrations = amount(20);

/** Average cost of an invoice and of a registration, for estimates of what a year's volume needs. */
export async function measureCosts(): Promise<Table[]> {
  return withEngine(async ({ simulator, engine }) => {
    const { issuers } = await newSuppliers(simulator, suppliers);
    await issue(issuers, 1, 'workflowId');
    const rows = await inOrder([
      () =>
        measure('an invoice with the template, including its PDF', suppliers * ofEach, engine.pid ?? 0, () =>
          issue(issuers, ofEach, 'workflowId'),
        ),
      () =>
        measure('an invoice with a workflow that only sends', suppliers * ofEach, engine.pid ?? 0, () =>
          issue(issuers, ofEach),
        ),
      () =>
        measure('a registration', registrations, engine.pid ?? 0, () =>
          inOrder(Array.from({ length: registrations }, () => () => newIssuer(simulator))),
        ),
    ]);
    return [
      {
        title: 'Cost of one invoice and one registration, on PostgreSQL',
        rows,
        notes: [
          `Averages of ${suppliers * ofEach} invoices, ${ofEach} at once for each of ${suppliers} suppliers, and ${registrations} registrations in sequence.`,
          'CPU: the engine’s process and all of PostgreSQL’s. A registration also runs in the process of the benchmark, which is not counted.',
          'Includes the creation of entries and jobs by the benchmark, and the queue’s entries, which are deleted after an hour.',
        ],
      },
    ];
  });
}

async function measure(what: string, count: number, pid: number, work: () => Promise<unknown>): Promise<Row> {
  const before = await readCosts(pid);
  await work();
  const after = await readCosts(pid);
  const each = (name: keyof Costs) => (after[name] - before[name]) / count;
  return {
    what,
    measured: [
      `engine ${each('engineMs').toFixed(1)} ms`,
      `PostgreSQL ${each('databaseMs').toFixed(1)} ms`,
      `${each('transactions').toFixed(1)} transactions`,
      `${each('inserted').toFixed(1)} rows inserted`,
      `${each('updated').toFixed(1)} updated`,
      `${(each('walBytes') / 1_024).toFixed(1)} KiB WAL`,
      `${(each('bytes') / 1_024).toFixed(1)} KiB stored`,
    ].join(', '),
    reference: '',
  };
}

type Costs = Record<
  'engineMs' | 'databaseMs' | 'transactions' | 'inserted' | 'updated' | 'walBytes' | 'bytes',
  number
>;

async function readCosts(engine: number): Promise<Costs> {
  // Other sessions publish their statistics up to a second late; this one is flushed at once.
  await database().execute(sql`select pg_stat_force_next_flush()`);
  await new Promise((resolve) => setTimeout(resolve, amount(1_500, 10)));
  const backends = await rowsOf<{ pid: number }>(database(), sql`select pid from pg_stat_activity`);
  const [stored] = await rowsOf<Record<keyof Costs, string>>(
    database(),
    sql`select xact_commit as transactions, tup_inserted as inserted, tup_updated as updated,
      pg_current_wal_lsn() - '0/0' as "walBytes", pg_database_size(current_database()) as bytes
      from pg_stat_database where datname = current_database()`,
  );
  return {
    engineMs: cpuMsOf(engine),
    databaseMs: backends.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0),
    transactions: Number(stored?.transactions),
    inserted: Number(stored?.inserted),
    updated: Number(stored?.updated),
    walBytes: Number(stored?.walBytes),
    bytes: Number(stored?.bytes),
  };
}
