// @module-tag slow
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEntry } from '#lib/silo/entries.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { startAlta } from '#tests/support/alta.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { leaveSandboxWork, many, startHanging, tell } from '#tests/support/hanging-neighbour.ts';
import { classA } from '#tests/support/invoices.ts';
import { newLiveSupplier } from '#tests/support/live-supplier.ts';
import { allowReceivers, startReceiver } from '#tests/support/receiver.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

allowReceivers();

const simulator = await simulatorOfWorker();

async function leaveLiveInvoice() {
  const { ctx, cuit, add } = await newLiveSupplier(simulator);
  await add(3);
  const supplier = { name: 'Talleres Río S.A.', tax_id: { country: 'AR', code: cuit } };
  const entry = await createEntry(ctx, { folder: 'invoices', data: classA({ supplier, series: '3' }) });
  const workflow = await createWorkflow(ctx, { template: 'ar-invoice' });
  const job = await createJob(ctx, { workflowId: workflow.id, entryId: entry.id });
  return { apiKey: await newApiKey(ctx), job: job.id };
}

describe('while one neighbor hangs', () => {
  // Cause: whoever came took the worker's places, and there were sixteen for all.
  test('a live invoice is sent, although the sandbox’s authority does not answer', async () => {
    const source = await newDatabase();
    const live = await withDatabase(source, async () => {
      await leaveSandboxWork(simulator);
      return leaveLiveInvoice();
    });
    const hanging = await startHanging();
    onTestFinished(hanging.stop);
    const alta = await startAlta(source, { ARCA_SANDBOX_URL: hanging.url, ARCA_TIMEOUT_SECONDS: '120' });
    onTestFinished(() => alta.stop());
    await eventually(
      async () => hanging.connections(),
      (count) => count > 0,
    );
    const call = apiClient(alta.origin, live.apiKey);
    await eventually(
      async () => (await call('GET', `/transform/v1/jobs/${live.job}`)).body.status,
      (status) => status === 'OK',
    );
  }, 180_000);

  test('messages of another workspace and to other receivers are delivered', async () => {
    const source = await newDatabase();
    const hanging = await startHanging();
    onTestFinished(hanging.stop);
    // Their hosts differ by the port: of eight some are in another lane than the one that hangs.
    const own = await Promise.all(Array.from({ length: 8 }, () => startReceiver()));
    const other = await startReceiver();
    onTestFinished(async () => void (await Promise.all([...own, other].map((receiver) => receiver.stop()))));
    await withDatabase(source, async () => {
      const ctx = await newWorkspace();
      await tell(ctx, hanging.url, many * 2);
      for (const { url } of own) await tell(ctx, url, 1);
      await tell(await newWorkspace(), other.url, 1);
    });
    const alta = await startAlta(source, { WEBHOOK_LOOPBACK: 'allow', WEBHOOK_TIMEOUT_SECONDS: '60' });
    onTestFinished(() => alta.stop());
    await eventually(
      async () => [other, ...own].map(({ requests }) => requests.length > 0),
      ([others, ...owns]) => others === true && owns.includes(true),
    );
    expect(hanging.connections()).toBeLessThanOrEqual(many);
  }, 180_000);
});
