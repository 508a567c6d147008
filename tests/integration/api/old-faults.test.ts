import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { intentEvents, intents, jobs } from '#lib/database/tables/workflows.ts';
import type { StoredFault } from '#lib/faults.ts';
import { setEntryState } from '#lib/silo/states.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onServer } from '#tests/support/alta.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { newApiKey, newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

/** As an earlier release wrote it: a sentence, and no values. */
const fault: StoredFault = {
  provider: 'gov-ar',
  code: 'ARCA-10000',
  message: 'The company has no electronic tax address. Set it up with ARCA. (ARCA: SIN DOMICILIO)',
};
const outcome = 'The receiver answered 503: Later';

async function seed() {
  const ctx = await newWorkspace();
  const entry = await newSupplier(ctx);
  const { id: workflow } = await newRegistrationWorkflow(ctx);
  const [intent, delivery] = [uuidv7(), uuidv7()];
  const step = { stepId: 'a', name: 'a', provider: 'webhook', phase: 'steps', position: 0 } as const;
  // In one: the application takes up a job as soon as it is there.
  const job = await database().transaction(async (tx) => {
    const created = await createJob({ ...ctx, tx }, { workflowId: workflow, entryId: entry.id });
    const label = { entryId: entry.id, key: 'error' as const, faults: [fault], src: 'job' };
    await setEntryState(tx, ctx, label);
    await tx
      .update(jobs)
      .set({ status: 'KO', faults: [fault], completedAt: new Date() })
      .where(eq(jobs.id, created.id));
    await tx.insert(intents).values({ id: intent, jobId: created.id, ...step, completed: true });
    const said = { code: 'not-delivered', message: `Attempt 1: ${outcome}` };
    await tx.insert(intentEvents).values({ intentId: intent, index: 0, status: 'ERR', ...said });
    const sent = { id: delivery, workspaceId: ctx.workspace.id, url: 'https://a.example', body: '{}' };
    await tx.insert(webhookDeliveries).values({ ...sent, status: 'dead', lastOutcome: outcome });
    return created;
  });
  return { apiKey: await newApiKey(ctx), entry: entry.id, job: job.id, delivery };
}

onServer('a fault that an earlier release stored as a sentence', { seed }, (server) => {
  test('is answered unchanged', async () => {
    const { alta, seeded } = server();
    const call = apiClient(alta.origin, seeded.apiKey);
    expect((await call('GET', `/silo/v1/entries/${seeded.entry}`)).body.faults).toEqual([fault]);
    expect((await call('GET', `/silo/v1/entries/${seeded.entry}/states`)).body.list[0].faults).toEqual([
      fault,
    ]);
    const { body: job } = await call('GET', `/transform/v1/jobs/${seeded.job}`);
    expect(job.faults).toEqual([fault]);
    expect(job.intents[0].events).toMatchObject([
      { code: 'not-delivered', message: `Attempt 1: ${outcome}` },
    ]);
    const { body: delivery } = await call('GET', `/transform/v1/webhooks/deliveries/${seeded.delivery}`);
    expect(delivery.last_outcome).toBe(outcome);
  });
});
