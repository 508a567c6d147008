import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Context, inTransaction } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { newHolder } from '#tests/integration/simulator/applicant.ts';
import { classB, line } from '#tests/support/invoices.ts';
import { type Issuer, newIssuer } from '#tests/support/issuer.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import type { RunningSimulator } from '#tests/support/simulator.ts';

/** Suppliers of Alta's with two workflows, and as many others for the client that Alta is held against. */
export async function newSuppliers(simulator: RunningSimulator, count: number) {
  const issuers: BenchIssuer[] = [];
  const holders = [];
  for (let made = 0; made < count; made += 1) {
    issuers.push(await newBenchIssuer(simulator));
    const cuit = newCuit('30');
    holders.push(await newHolder(simulator, 'sandbox', { cuit, represented: [cuit] }));
  }
  return { issuers, holders };
}

/** In a workspace of its own, unless told. */
export async function newBenchIssuer(simulator: RunningSimulator, within?: Context): Promise<BenchIssuer> {
  const issuer = await newIssuer(simulator, newCuit('30'), within);
  // The engine may be at the login meanwhile, and have it ended later than we have.
  await allEnded(10, [issuer.registrationJobId]);
  const send = { name: 'Send', schema: 'bill/invoice', steps: [{ provider: 'gov-ar.send' }] };
  const { id: sendWorkflowId } = await createWorkflow(issuer.ctx, WorkflowInput.parse(send));
  return { ...issuer, sendWorkflowId };
}

/** `workflowId` is the template's: its states, the sending and the PDF. `sendWorkflowId` only sends. */
export type BenchIssuer = Issuer & { sendWorkflowId: string };
type What = 'workflowId' | 'sendWorkflowId';

/** The same sale for every supplier: one line of 100 pesos and its VAT, to nobody in particular. */
const sale = (cuit: string) => {
  const { customer: _, ...invoice } = classB({
    supplier: { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: cuit } },
    lines: [line('100.00')],
  });
  return invoice;
};

/**
 * Invoices a second, from when the jobs of `each` invoices of each supplier are there, all at once, until the last one
 * has ended. The engine is another process.
 */
export async function issue(issuers: BenchIssuer[], each: number, what: What = 'sendWorkflowId') {
  const jobIds = await submit(issuers, each, what);
  const startedAt = performance.now();
  await allEnded();
  const taken = performance.now() - startedAt;
  await refuseFailures();
  return (jobIds.length * 1_000) / taken;
}

/** Jobs of `each` invoices of each supplier, which are there all at once. */
export async function submit(
  issuers: BenchIssuer[],
  each: number,
  what: What = 'sendWorkflowId',
): Promise<string[]> {
  const { ctx } = issuers[0] as BenchIssuer;
  const written: { issuer: BenchIssuer; entryId: string }[] = [];
  for (let count = 0; count < each; count += 1) {
    for (const issuer of issuers) {
      const entry = await createEntry(issuer.ctx, { folder: 'invoices', data: sale(issuer.cuit) });
      written.push({ issuer, entryId: entry.id });
    }
  }
  return inTransaction(ctx, async (tx) => {
    const ids: string[] = [];
    for (const { issuer, entryId } of written) {
      ids.push((await createJob({ ...issuer.ctx, tx }, { workflowId: issuer[what], entryId })).id);
    }
    return ids;
  });
}

/** Milliseconds of each job, one at a time, from its creation to its end. */
export async function issueOneByOne(issuer: BenchIssuer, count: number): Promise<number[]> {
  const each: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const { ctx, sendWorkflowId } = issuer;
    const entry = await createEntry(ctx, { folder: 'invoices', data: sale(issuer.cuit) });
    const startedAt = performance.now();
    const { id } = await createJob(ctx, { workflowId: sendWorkflowId, entryId: entry.id });
    await allEnded(1, [id]);
    each.push(performance.now() - startedAt);
  }
  await refuseFailures();
  return each;
}

/** Until all these jobs have ended, or all there are. */
export async function allEnded(pauseMs = 10, ids?: string[]): Promise<void> {
  const ofThese = ids ? sql`and id = any(${sql.param(ids)}::uuid[])` : sql``;
  const left = sql`select exists (select 1 from jobs where completed_at is null ${ofThese}) as is`;
  for (;;) {
    const { rows } = await database().execute<{ is: boolean }>(left);
    if (!rows[0]?.is) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

export async function refuseFailures(): Promise<void> {
  const failed = sql`select count(*)::int as failed from jobs where status = 'KO'`;
  const { rows } = await database().execute<{ failed: number }>(failed);
  if (rows[0]?.failed) throw new Error(`${rows[0].failed} invoices were not issued.`);
}

/** Fifty certificates are too many for an environment variable. */
export function fileOf(content: unknown): string {
  const path = join(newFolder(), 'content.json');
  writeFileSync(path, JSON.stringify(content), { mode: 0o600 });
  return path;
}

/** Gone with the process: it may hold keys. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'alta-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** As on a day on which nobody has logged in yet, for both. */
export async function forgetTickets(simulator: RunningSimulator): Promise<void> {
  await simulator.control.reset();
  await database().execute(sql`delete from access_tickets`);
}
