import { randomUUID } from 'node:crypto';
import { versionOf } from '#lib/silo/change-entry.ts';
import { createEntry, fetchEntry } from '#lib/silo/entries.ts';
import { uploadFile } from '#lib/silo/files.ts';
import { setState } from '#lib/silo/states.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { classA } from '#tests/support/invoices.ts';
import { newApiKey, newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

export type Scene = Awaited<ReturnType<typeof newScene>>;

/** A workspace with one of everything that the rows speak of. */
export async function newScene() {
  const ctx = await newWorkspace();
  const keyed = `los-alamos-${randomUUID()}`;
  const { id: supplier } = await createEntry(ctx, { folder: 'suppliers', key: keyed, data: party });
  await setState(ctx, supplier, { key: 'processing' });
  const { id: invoice } = await createEntry(ctx, { folder: 'invoices', data: classA() });
  const { id: file } = await uploadFile(ctx, supplier, {
    name: 'poder.txt',
    category: 'attachment',
    mime: 'text/plain',
    content: Buffer.from('poder'),
  });
  const label = await createWorkflow(ctx, {
    name: 'Label',
    description: '',
    schema: 'org/party',
    country: 'AR',
    steps: [labelStep],
    rescue: [],
  });
  const ended = await createJob(ctx, { workflowId: label.id, entryId: supplier, key: `${keyed}-label` });
  await advanceJob(ended.id);
  return {
    apiKey: await newApiKey(ctx),
    supplier,
    keyed,
    version: versionOf(await fetchEntry(ctx, supplier)),
    invoice,
    file,
    workflow: label.id,
    registration: (await newRegistrationWorkflow(ctx)).id,
    ended: ended.id,
    endedKey: `${keyed}-label`,
    /** Another supplier, for a row that changes it. */
    another: async () => (await newSupplier(ctx)).id,
  };
}

export const party = { name: 'Taller Los Álamos S.R.L.', tax_id: { country: 'AR', code: '30712345671' } };
export const partySchema = 'https://gobl.org/draft-0/org/party';
export const invoiceSchema = 'https://gobl.org/draft-0/bill/invoice';
const labelStep = {
  id: undefined,
  name: undefined,
  provider: 'silo.state',
  config: { state: 'completed' },
  summary: undefined,
  notes: undefined,
};
