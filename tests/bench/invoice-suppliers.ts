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

/** Suppliers in Alta with two workflows each, and as many certificate holders for the client it is compared with. */
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

/** In a new workspace, unless `within` is given. */
export async function newBenchIssuer(simulator: RunningSimulator, within?: Context): Promise<BenchIssuer> {
  const issuer = await newIssuer(simulator, newCuit('30'), within);
  // The engine may still be proving the login when the registration is complete here.
  await allEnded(10, [issuer.registrationJobId]);
  const send = { name: 'Send', schema: 'bill/invoice', steps: [{ provider: 'gov-ar.send' }] };
  const { id: sendWorkflowId } = await createWorkflow(issuer.ctx, WorkflowInput.parse(send));
  return { ...issuer, sendWorkflowId };
}

/** `workflowId` is the template's workflow: states, sending and PDF. `sendWorkflowId` only sends. */
export type BenchIssuer = Issuer & { sendWorkflowId: string };
type WorkflowKey = 'workflowId' | 'sendWorkflowId';

/** The same sale for every supplier: one line of 100 pesos plus VAT, without a customer. */
const sale = (cuit: string) => {
  const { customer: _, ...invoice } = classB({
    supplier: { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: cuit } },
    lines: [line('100.00')],
  });
  return invoice;
};

/**
 * Invoices per second, from the creation of the jobs, for `each` invoices of each supplier at once, until the last job
 * has ended. The engine is another process.
 */
export async function issue(issuers: BenchIssuer[], each: number, workflow: WorkflowKey = 'sendWorkflowId') {
  const jobIds = await submit(issuers, each, workflow);
  const startedAt = performance.now();
  await allEnded();
  const taken = performance.now() - startedAt;
  await refuseFailures();
  return (jobIds.length * 1_000) / taken;
}

/** Creates the jobs for `each` invoices of each supplier, in one transaction. Returns their ids. */
export async function submit(
  issuers: BenchIssuer[],
  each: number,
  workflow: WorkflowKey = 'sendWorkflowId',
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
      ids.push((await createJob({ ...issuer.ctx, tx }, { workflowId: issuer[workflow], entryId })).id);
    }
    return ids;
  });
}

/** Milliseconds from the creation to the end of each job, in sequence. */
export async function issueOneByOne(issuer: BenchIssuer, count: number): Promise<number[]> {
  const each: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const { ctx, sendWorkflowId } = issuer;
    const entry = await createEntry(ctx, { folder: 'invoices', data: sale(issuer.cuit) });
    const startedAt = performance.now();
    const { id } = await createJob(ctx, { workflowId: sendWorkflowId, entryId: entry.id });
    await allEnded(5, [id]);
    each.push(performance.now() - startedAt);
  }
  await refuseFailures();
  return each;
}

/** Waits until these jobs have ended, by default all jobs. */
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

/** Passes content to another process in a file: fifty certificates are too long for an environment variable. */
export function fileOf(content: unknown): string {
  const path = join(newFolder(), 'content.json');
  writeFileSync(path, JSON.stringify(content), { mode: 0o600 });
  return path;
}

/** Removed when the process exits, because it may contain keys. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'alta-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Deletes all tickets and clears the simulator's re-login window, so that the next call has to log in. */
export async function forgetTickets(simulator: RunningSimulator): Promise<void> {
  await simulator.control.reset();
  await database().execute(sql`delete from access_tickets`);
}
