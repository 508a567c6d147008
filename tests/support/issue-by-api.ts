import { createWorkflow } from '#lib/workflows/definitions.ts';
import { eventually } from './api-client.ts';
import { classA } from './invoices.ts';
import { newCuit } from './new-cuit.ts';
import type { RunningSimulator } from './simulator.ts';
import type { StubbornClient } from './stubborn-client.ts';
import { newApiKey, newRegistrationWorkflow, newWorkspace } from './workspace.ts';

export interface SuppliedByApi {
  /** Id of its entry. */
  id: string;
  cuit: string;
}

/** A workspace with an API key and the workflows that `issueAsSupplier` runs. */
export async function newIntegrator() {
  const ctx = await newWorkspace();
  const registration = (await newRegistrationWorkflow(ctx)).id;
  const invoice = (await createWorkflow(ctx, { template: 'ar-invoice' })).id;
  return { apiKey: await newApiKey(ctx), workflows: { registration, invoice } };
}

export const invoicesEach = 2;
const person = '27123456780';

/** From the first call to the last invoice's PDF, all by API. Each call is repeated until answered. */
export async function issueAsSupplier(
  call: StubbornClient,
  workflows: { registration: string; invoice: string },
  simulator: RunningSimulator,
  patience?: { seconds: number },
): Promise<SuppliedByApi> {
  const cuit = newCuit('30');
  const supplier = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: cuit } };
  const { id } = await call('POST', '/silo/v1/entries', { data: supplier }, `supplier-${cuit}`);
  const run = (workflow: string, entry: string) =>
    call('POST', '/transform/v1/jobs', { workflow_id: workflow, silo_entry_id: entry }, `job-${entry}`);
  const reaches = (entry: string, state: string) =>
    eventually(
      () => call('GET', `/silo/v1/entries/${entry}`),
      (read) => read.state === state,
      patience,
    );
  await run(workflows.registration, id);
  await eventually(
    () => call('GET', `/silo/v1/entries/${id}`),
    ({ meta }) => meta.length > 0,
    patience,
  );
  const at = `/apps/gov-ar/v1/entry/${id}`;
  const { alias, csr } = await call('GET', `${at}/csr`);
  const { certificate } = await simulator.issueCertificate('sandbox', { cuit: person, alias, csr });
  await simulator.authorise('sandbox', { cuit: person, alias, represented_cuit: cuit });
  await call('POST', `${at}/certificate`, { certificate });
  await call('POST', `${at}/confirm`);
  await reaches(id, 'registered');
  for (let count = 1; count <= invoicesEach; count += 1) {
    const { issue_date: _, ...data } = classA({ supplier });
    const invoice = { folder: 'invoices', data };
    const entry = await call('POST', '/silo/v1/entries', invoice, `invoice-${cuit}-${count}`);
    await run(workflows.invoice, entry.id);
    await reaches(entry.id, 'sent');
  }
  return { id, cuit };
}
