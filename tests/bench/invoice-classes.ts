import { sql } from 'drizzle-orm';
import { inTransaction } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { asCreditInvoice, newCustomer } from '#tests/integration/invoices/credit-scene.ts';
import { authoriseExports, servicesAbroad } from '#tests/integration/invoices/export-scene.ts';
import { classA, type Json } from '#tests/support/invoices.ts';
import type { RunningSimulator } from '#tests/support/simulator.ts';
import { allEnded, type BenchIssuer, newBenchIssuer, refuseFailures } from './invoice-suppliers.ts';
import type { Row, Table } from './report.ts';
import { amount, inTurns, median, medianRatio } from './rounds.ts';
import { cpuMsOf } from './throughput.ts';
import { rowsOf } from './workflow-rows.ts';

const rounds = amount(9);
const ofEach = amount(100, 2);
const maxRatio = 1.1;

/**
 * Alta's own work for a credit invoice (FCE) and an export (E), compared with an A. The authority takes both of them
 * one a request, so in this run it takes an A one a request too.
 */
export async function costsByClass(simulator: RunningSimulator, enginePid: number): Promise<Table> {
  const issuer = await newBenchIssuer(simulator);
  await authoriseExports(simulator, issuer);
  await simulator.addTaxpayer('sandbox', { cuit: issuer.cuit, size: 'MIPYME' });
  const { data: toCompany } = await newCustomer(simulator, 'GRANDE');
  await simulator.control.lots(1);
  const cpuMs = (document: Json, workflowId: string) => () =>
    issueCpuMs(issuer, enginePid, document, workflowId);
  const kinds = {
    a: classA(toCompany),
    fce: classA({ ...toCompany, ...asCreditInvoice() }),
    e: servicesAbroad(),
  };
  const { workflowId, sendWorkflowId } = issuer;
  const contestants = {
    a: cpuMs(kinds.a, sendWorkflowId),
    fce: cpuMs(kinds.fce, sendWorkflowId),
    e: cpuMs(kinds.e, sendWorkflowId),
    wholeA: cpuMs(kinds.a, workflowId),
    wholeFce: cpuMs(kinds.fce, workflowId),
    wholeE: cpuMs(kinds.e, workflowId),
  };
  // Fills the caches: tickets, and what the register knows of the customer.
  await inTurns(1, contestants);
  const measured = await inTurns(rounds, contestants);
  await simulator.control.reset();
  return {
    title: 'A credit invoice (FCE) and an export (E), each one a request / an A, one a request too',
    rows: [
      row('FCE A', measured.fce, measured.a),
      row('E', measured.e, measured.a),
      row('FCE A, the whole template with its PDF', measured.wholeFce, measured.wholeA),
      row('E, the whole template with its PDF', measured.wholeE, measured.wholeA),
    ],
    notes: [
      `${rounds} rounds in turn of ${ofEach} documents of one supplier, from the creation of their entries to the end of their jobs; medians.`,
      'CPU for each document: this process, the engine’s and all of PostgreSQL’s, without the simulator’s.',
    ],
  };
}

/** Processor time for each document, in milliseconds. */
async function issueCpuMs(
  { ctx, cuit }: BenchIssuer,
  enginePid: number,
  document: Json,
  workflowId: string,
): Promise<number> {
  const supplier = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: cuit } };
  const before = await cpuMsOfAlta(enginePid);
  const entryIds: string[] = [];
  for (let count = 0; count < ofEach; count += 1) {
    const entry = await createEntry(ctx, { folder: 'invoices', data: { ...document, supplier } });
    entryIds.push(entry.id);
  }
  await inTransaction(ctx, async (tx) => {
    for (const entryId of entryIds) await createJob({ ...ctx, tx }, { workflowId, entryId });
  });
  // Rarely, because each look is work of the database.
  await allEnded(200);
  await refuseFailures();
  return ((await cpuMsOfAlta(enginePid)) - before) / ofEach;
}

async function cpuMsOfAlta(enginePid: number): Promise<number> {
  const backends = await rowsOf<{ pid: number }>(database(), sql`select pid from pg_stat_activity`);
  return [process.pid, enginePid, ...backends.map(({ pid }) => pid)]
    .map(cpuMsOf)
    .reduce((sum, each) => sum + each, 0);
}

function row(what: string, cpuMs: number[], ofA: number[]): Row {
  const ratio = medianRatio(cpuMs, ofA);
  const each = (values: number[]) => `${median(values).toFixed(1)} ms CPU`;
  return {
    what,
    measured: each(cpuMs),
    reference: each(ofA),
    ratio,
    aim: `<= ${maxRatio.toFixed(2)}`,
    met: ratio <= maxRatio,
  };
}
