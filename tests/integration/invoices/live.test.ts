import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { invoiceSeries } from '#lib/database/tables/invoices.ts';
import { sendSeries } from '#lib/invoices/send-series.ts';
import { createEntry, fetchEntry } from '#lib/silo/entries.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { classA } from '#tests/support/invoices.ts';
import { newLiveSupplier } from '#tests/support/live-supplier.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { submissionOf } from './scene.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });

onDatabase('an invoice in live', () => {
  test('with an unknown point of sale is refused unsent with the known ones, and sent once it exists', async () => {
    const { ctx, cuit, add } = await newLiveSupplier(simulator);
    await add(7);
    const supplier = { name: 'Talleres Río S.A.', tax_id: { country: 'AR', code: cuit } };
    const entry = await createEntry(ctx, { folder: 'invoices', data: classA({ supplier, series: '3' }) });
    const workflow = await createWorkflow(ctx, { template: 'ar-invoice' });
    const issue = async () => {
      const job = await createJob(ctx, { workflowId: workflow.id, entryId: entry.id });
      await advanceJob(job.id);
      return fetchJob(ctx, job.id);
    };
    const refused = await issue();
    expect(refused.status).toBe('KO');
    const fault = {
      provider: 'gov-ar',
      code: 'point-of-sale-unusable',
      params: { why: 'missing', number: 3, usable: [7] },
      paths: ['$.series'],
    };
    // No sentence: words are made where they are read.
    expect(refused.faults).toEqual([fault]);
    expect((await fetchEntry(ctx, entry.id)).faults).toEqual([fault]);
    expect(await simulator.control.vouchers('live', cuit)).toEqual([]);

    // The authority's silence about a new number is no verdict on it.
    await simulator.control.faults({ environment: 'live', target: 'wsfe', kind: 'http-503', count: 1 });
    const waiting = await issue();
    expect(waiting).toMatchObject({ status: 'ERR', faults: [] });
    await add(3);
    await advanceJob(waiting.id);
    await sendSeries({ environment: 'live', cuit, pointOfSale: 3, documentType: 1 });
    await wakeJobs((await submissionOf({ entryId: entry.id })).id);
    expect(await fetchJob(ctx, waiting.id)).toMatchObject({ status: 'OK' });
    expect(await fetchEntry(ctx, entry.id)).toMatchObject({ state: 'sent', doc: { code: '1' } });
  });

  test('is not sent while the authority’s numbers are behind the numbers it gave before', async () => {
    const { ctx, cuit, add } = await newLiveSupplier(simulator);
    await add(3);
    const supplier = { name: 'Talleres Río S.A.', tax_id: { country: 'AR', code: cuit } };
    const workflow = await createWorkflow(ctx, { template: 'ar-invoice' });
    const send = async () => {
      const entry = await createEntry(ctx, { folder: 'invoices', data: classA({ supplier, series: '3' }) });
      const job = await createJob(ctx, { workflowId: workflow.id, entryId: entry.id });
      await advanceJob(job.id);
      await sendSeries({ environment: 'live', cuit, pointOfSale: 3, documentType: 1 });
      return submissionOf({ entryId: entry.id });
    };
    expect(await send()).toMatchObject({ status: 'authorised', number: 1 });
    await database().update(invoiceSeries).set({ checkedUpTo: 5 }).where(eq(invoiceSeries.cuit, cuit));
    expect(await send()).toMatchObject({ status: 'queued', obstacle: { code: 'numbering-went-back' } });
    expect(await simulator.control.vouchers('live', cuit)).toHaveLength(1);
  });
});
