// @module-tag slow
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { sendSeries } from '#lib/invoices/send-series.ts';
import { queue } from '#lib/queue.ts';
import { findByEntry } from '#lib/registrations/find.ts';
import { requestProof } from '#lib/registrations/prove.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { startAlta } from '#tests/support/alta.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { supplierOf } from '#tests/support/certified.ts';
import { newDatabase, onDatabase } from '#tests/support/databases.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { passDays } from '#tests/support/pass-days.ts';
import { allowReceivers, startReceiver } from '#tests/support/receiver.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newRegistrationWorkflow, newSupplier } from '#tests/support/workspace.ts';

allowReceivers();

const simulator = await simulatorOfWorker();

/** All that can be on its way when the last process ends. */
async function leaveWork(receiver: string) {
  const { ctx, cuit, workflowId, submit } = await newIssuer(simulator);
  await createEndpoint(ctx, EndpointInput.parse({ url: receiver, events: ['*'] }));
  const series = { environment: 'sandbox', cuit, pointOfSale: 3, documentType: 1 } as const;
  const authorised = await submit();
  await sendSeries(series);
  const queued = await submit();
  const registration = await newRegistrationWorkflow(ctx);
  const begun = await createJob(ctx, {
    workflowId: registration.id,
    entryId: (await newSupplier(ctx)).id,
  });
  const { entryId } = await newRegistration(ctx);
  const supplier = await supplierOf(ctx, simulator, entryId);
  await supplier.upload(await supplier.issue());
  await supplier.authorise();
  const open = await findByEntry(ctx, entryId);
  if (!open) throw new Error('there is no registration');
  await requestProof(ctx, open);
  return { apiKey: await newApiKey(ctx), workflowId, authorised, queued, begun: begun.id, proved: entryId };
}

const pauses: [what: string, meanwhile: () => Promise<void>][] = [
  ['15 days later', () => letPass(15)],
  ['100 days later', () => letPass(100)],
  // By hand, or by a restored backup that left the queue out.
  ['a day later, the queue being empty', () => emptyQueue()],
];

onDatabase('the work of an ended process', () => {
  test.each(pauses)(
    'is continued by the next one, %s',
    async (_, meanwhile) => {
      const receiver = await startReceiver();
      onTestFinished(() => receiver.stop());
      const source = await newDatabase();
      const left = await withDatabase(source, async () => {
        const work = await leaveWork(receiver.url);
        await meanwhile();
        return work;
      });
      const alta = await startAlta(source, { WEBHOOK_LOOPBACK: 'allow' });
      onTestFinished(() => alta.stop());
      const call = apiClient(alta.origin, left.apiKey);
      const statusOf = async (job: string) => (await call('GET', `/transform/v1/jobs/${job}`)).body.status;
      for (const { jobId } of [left.authorised, left.queued]) {
        await eventually(
          () => statusOf(jobId),
          (status) => status === 'OK',
        );
      }
      await eventually(
        () => statusOf(left.begun),
        (status) => status === 'QUEUED',
      );
      await eventually(
        async () => (await call('GET', `/apps/gov-ar/v1/entry/${left.proved}/registration`)).body.state,
        (state) => state === 'completed',
      );
      const told = await eventually(
        async () => receiver.requests.map(({ json }) => json.event).toSorted(),
        (events) => events.filter((event) => event === 'invoice.authorised').length === 2,
      );
      expect(told).toContain('registration.completed');
      await alta.stop();
    },
    120_000,
  );
});

/** With the queue's own cleaning, which is due by then, before anybody takes an entry. */
async function letPass(days: number): Promise<void> {
  await passDays(days);
  await queue().supervise();
}

async function emptyQueue(): Promise<void> {
  await passDays(1);
  await database().execute(sql`delete from pgboss.job`);
}
