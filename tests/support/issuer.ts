import type { Context } from '#lib/context.ts';
import { createEntry, type EntryRow } from '#lib/silo/entries.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { supplierOf } from './certified.ts';
import { classA, type Json } from './invoices.ts';
import { newCuit } from './new-cuit.ts';
import type { RunningSimulator } from './simulator.ts';
import { newWorkspace } from './workspace.ts';

export type Issuer = Awaited<ReturnType<typeof newIssuer>>;

/**
 * A sandbox workspace with an invoice workflow and a supplier that is really registered at the simulator. By
 * default a new company, whose numbers start at 1.
 */
export async function newIssuer(simulator: RunningSimulator, cuit = newCuit('30'), within?: Context) {
  const ctx = within ?? (await newWorkspace());
  const data = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: cuit } };
  const supplier = await createEntry(ctx, { folder: 'suppliers', data });
  const registration = await createWorkflow(ctx, { template: 'ar-supplier-registration' });
  const job = await createJob(ctx, { workflowId: registration.id, entryId: supplier.id });
  await advanceJob(job.id);
  await (await supplierOf(ctx, simulator, supplier.id, cuit)).register();
  await advanceJob(job.id);
  return { ctx, supplierId: supplier.id, registrationJobId: job.id, ...(await newInvoicing(ctx, cuit)) };
}

/** Invoices of a registered supplier, whichever way it was registered. */
export async function newInvoicing(ctx: Context, cuit: string) {
  const workflow = await createWorkflow(ctx, { template: 'ar-invoice' });
  return { cuit, workflowId: workflow.id, ...invoicing(ctx, workflow.id, cuit) };
}

function invoicing(ctx: Context, workflowId: string, cuit: string) {
  const write = (more: Json = {}): Promise<EntryRow> =>
    createEntry(ctx, {
      folder: 'invoices',
      data: classA({ ...supplierWith(cuit), issue_date: undefined, ...more }),
    });
  return {
    /** An invoice, by default of today. */
    write,
    /** An invoice and the job that will send it, advanced until it waits for its turn. */
    async submit(more: Json = {}) {
      const entry = await write(more);
      const job = await createJob(ctx, { workflowId, entryId: entry.id });
      await advanceJob(job.id);
      return { entryId: entry.id, jobId: job.id };
    },
  };
}

const supplierWith = (code: string) => ({
  supplier: { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code } },
});
