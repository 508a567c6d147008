import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { findByEntry } from '#lib/registrations/find.ts';
import { requestProof } from '#lib/registrations/prove.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { startAlta } from '../../support/alta.ts';
import { apiClient, eventually } from '../../support/api-client.ts';
import { supplierOf } from '../../support/certified.ts';
import { embedded } from '../../support/databases.ts';
import { classA } from '../../support/invoices.ts';
import { newIssuer } from '../../support/issuer.ts';
import { newLiveSupplier } from '../../support/live-supplier.ts';
import { allowReceivers, startReceiver } from '../../support/receiver.ts';
import { newRegistration } from '../../support/registrant.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';
import { withDatabase } from '../../support/with-database.ts';
import { newApiKey, newWorkspace } from '../../support/workspace.ts';

allowReceivers();

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator();
  process.env.ARCA_SANDBOX_URL = `${simulator.url}/sandbox`;
  process.env.ARCA_LIVE_URL = `${simulator.url}/live`;
});
afterAll(() => simulator.stop());

/** More than a process handles at a time. */
const many = 20;

/** It takes every connection, and never says a word. */
async function startHanging(): Promise<{ url: string; connections(): number }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, connections: () => sockets.length };
}

/** A sandbox workspace's invoices and logins, more than there is room for. */
async function leaveSandboxWork(): Promise<void> {
  const issuer = await newIssuer(simulator);
  for (let series = 1; series <= many; series += 1) await issuer.submit({ series: String(series) });
  for (let count = 0; count < many / 2; count += 1) {
    const { entryId } = await newRegistration(issuer.ctx);
    const supplier = await supplierOf(issuer.ctx, simulator, entryId);
    await supplier.upload(await supplier.issue());
    await askForProof(issuer.ctx, entryId);
  }
}

async function askForProof(ctx: Context, entryId: string): Promise<void> {
  const open = await findByEntry(ctx, entryId);
  if (!open) throw new Error('there is no registration');
  await requestProof(ctx, open);
}

async function leaveLiveInvoice() {
  const { ctx, cuit, add } = await newLiveSupplier(simulator);
  await add(3);
  const supplier = { name: 'Talleres Río S.A.', tax_id: { country: 'AR', code: cuit } };
  const entry = await createEntry(ctx, { folder: 'invoices', data: classA({ supplier, series: '3' }) });
  const workflow = await createWorkflow(ctx, { template: 'ar-invoice' });
  const job = await createJob(ctx, { workflow_id: workflow.id, silo_entry_id: entry.id });
  return { apiKey: await newApiKey(ctx), job: job.id };
}

/** Tells an endpoint at `url` of so many things. */
async function tell(ctx: Context, url: string, times: number): Promise<void> {
  const { id } = await createEndpoint(ctx, EndpointInput.parse({ url, events: ['*'] }));
  await database().transaction(async (tx) => {
    for (let count = 0; count < times; count += 1) {
      await publishEvent(tx as Transaction, ctx, 'job.failed', { data: { endpoint: id } });
    }
  });
}

describe('while one neighbour hangs', () => {
  // Cause: whoever came took the worker's places, and there were sixteen for all.
  test('a live invoice is sent, though the sandbox’s authority does not answer', async () => {
    const { source, remove } = await embedded.create();
    const live = await withDatabase(source, async () => {
      await leaveSandboxWork();
      return leaveLiveInvoice();
    });
    const hanging = await startHanging();
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
    remove();
  }, 180_000);

  test('another workspace’s message is delivered, and one of the same workspace to another receiver', async () => {
    const { source, remove } = await embedded.create();
    const hanging = await startHanging();
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
    remove();
  }, 180_000);
});
