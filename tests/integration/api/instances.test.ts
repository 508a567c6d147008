// @module-tag slow
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { asc, eq, isNull } from 'drizzle-orm';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { describe, expect, onTestFinished, test } from 'vitest';
import { currentDatabase, type DatabaseSource, database } from '#lib/database/client.ts';
import { entryStates } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { intentEvents, intents, jobs } from '#lib/database/tables/workflows.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { startAlta } from '#tests/support/alta.ts';
import { type ApiClient, apiClient, eventually } from '#tests/support/api-client.ts';
import { newDatabase, onDatabase } from '#tests/support/databases.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newSupplier, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

const jobCount = 30;
const stateStep = (state: string) => ({ provider: 'silo.state', config: { state } });

describe('two processes on one PostgreSQL', () => {
  test('run every step of every job once, and send every message once', async () => {
    const { source, doors, workflow, received } = await twoProcesses();
    await createJobs(doors, workflow);
    await looking(source, async () => {
      await untilFinished();
      await expectEachStepOnce();
      expect(await timesReceived(received)).toEqual(Array(jobCount * 2).fill(1));
    });
  }, 180_000);

  test('finish the work of a killed one within a minute, and set no state twice', async () => {
    const { source, doors, workflow, received, first } = await twoProcesses();
    const created = createJobs(doors, workflow);
    await eventually(
      async () => received.size,
      (count) => count > (jobCount * 2) / 3,
    );
    first.process.kill('SIGKILL');
    await created;
    await looking(source, async () => {
      await untilFinished();
      await expectEachStepOnce();
      const times = await timesReceived(received);
      expect(Math.min(...times)).toBe(1);
      // Only those that the killed one was sending at that moment: it sends 16 at a time.
      const duplicates = times.reduce((sum, count) => sum + count - 1, 0);
      expect(duplicates).toBeLessThanOrEqual(16);
      console.log(`${duplicates} of ${times.length} messages came twice.`);
    });
    for (const bodies of received.values()) expect(new Set(bodies).size).toBe(1);
  }, 180_000);
});

describe('a process behind a proxy that is asked to end', () => {
  test('is not ready at once, and closes each connection with its answer until the proxy has noticed', async () => {
    const source = await newDatabase();
    const key = await withDatabase(source, async () => newApiKey(await newWorkspace()));
    const { origin, process: child, output, stop } = await startAlta(source, { ALTA_PROXY_HOPS: '1' });
    const call = apiClient(origin, key);
    const ready = () => fetchPage(`${origin}/api/health/ready`);
    const running = await ready();
    // Longer than proxies keep theirs, so that it is the proxy that closes an idle one.
    expect([running.status, running.headers.get('keep-alive')]).toEqual([200, 'timeout=125']);
    const ended = stop();
    const stopping = await eventually(ready, ({ status }) => status === 503);
    expect([await stopping.json(), stopping.headers.get('connection')]).toEqual([
      { status: 'closing' },
      'close',
    ]);
    const entry = {
      folder: 'customers',
      data: { name: 'Cliente', tax_id: { country: 'AR', code: supplierCuit } },
    };
    const answer = await call('POST', '/silo/v1/entries', entry);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await ended;
    expect(child.exitCode).toBe(0);
    expect(output()).toMatch(/"msg":"stopping"[\s\S]*"msg":"stopped"/);
  }, 60_000);
});

describe('jobs that waited while no process ran', () => {
  // Cause: a worker of pg-boss rested for 30 s after each entry, so that eight jobs were taken in that time.
  test('are all run without a pause', async () => {
    const source = await newDatabase();
    await withDatabase(source, async () => {
      const ctx = await newWorkspace();
      const { id } = await createWorkflow(ctx, workflowOf([stateStep('processing')]));
      const entry = await newSupplier(ctx);
      for (let index = 0; index < 100; index += 1) {
        await createJob(ctx, { workflowId: id, entryId: entry.id });
      }
    });
    await startUntilTheEnd(source);
    await looking(source, untilFinished);
  }, 120_000);
});

onDatabase('a job whose process dies', () => {
  // Cause: the wake that is tried again looked for jobs that still wait, and the job stood at its next step for ever.
  test.each([0, 1])('after %i transactions is finished by the next process', async (count) => {
    const ctx = await newWorkspace();
    const message = { provider: 'webhook', config: { url: 'https://receiver.example/' } };
    const workflow = await createWorkflow(ctx, workflowOf([message, stateStep('sent')]));
    const { id: entryId } = await newSupplier(ctx);
    const job = await createJob(ctx, { workflowId: workflow.id, entryId });
    await advanceJob(job.id);
    const ofJob = eq(webhookDeliveries.jobId, job.id);
    const [sent] = await database()
      .update(webhookDeliveries)
      .set({ status: 'delivered' })
      .where(ofJob)
      .returning();
    const ref = sent?.id ?? '';
    await expect(dyingAfter(count, () => wakeJobs(ref))).rejects.toThrow('the process died');
    await wakeJobs(ref);
    expect((await fetchJob(ctx, job.id)).status).toBe('OK');
    expect(await database().$count(entryStates, eq(entryStates.entryId, entryId))).toBe(1);
  });
});

/** From the database's view: so many transactions, and then no more. */
async function dyingAfter(count: number, work: () => Promise<void>): Promise<void> {
  const { db } = currentDatabase();
  const transaction = db.transaction;
  let left = count;
  db.transaction = ((write, config) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('the process died')) : transaction.call(db, write, config);
  }) as typeof transaction;
  try {
    await work();
  } finally {
    db.transaction = transaction;
  }
}

async function twoProcesses() {
  const source = await newDatabase();
  const apiKey = await withDatabase(source, async () => newApiKey(await newWorkspace()));
  const { url, received } = await receiver();
  const [first, second] = [await startUntilTheEnd(source), await startUntilTheEnd(source)];
  const doors = [apiClient(first.origin, apiKey), apiClient(second.origin, apiKey)] as const;
  const message = { provider: 'webhook', config: { url } };
  const { body } = await doors[0](
    'POST',
    '/transform/v1/workflows',
    workflowOf([stateStep('processing'), message, stateStep('sent'), message, stateStep('registered')]),
  );
  return { source, doors, workflow: body.id as string, received, first };
}

const workflowOf = (steps: unknown[]) => WorkflowInput.parse({ name: 'States and messages', steps });

async function startUntilTheEnd(source: DatabaseSource) {
  const alta = await startAlta(source, { WEBHOOK_LOOPBACK: 'allow' });
  onTestFinished(() => alta.stop());
  return alta;
}

/** Takes messages, a moment each, and keeps the bodies by the message's id. */
async function receiver() {
  const received = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    const id = String(request.headers['webhook-id']);
    received.set(id, [...(received.get(id) ?? []), await text(request)]);
    setTimeout(() => response.end(), 20);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}

/** Through both at once; what one does not answer is asked of the other, as a client that repeats itself does. */
async function createJobs(doors: readonly [ApiClient, ApiClient], workflow: string): Promise<void> {
  const data = { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: supplierCuit } };
  let created = 0;
  const createInTurn = async (door: ApiClient, other: ApiClient) => {
    const put = async (path: string, body: unknown) => {
      const { status } = await door('PUT', path, body).catch(() => other('PUT', path, body));
      expect([200, 202]).toContain(status);
    };
    while (created < jobCount) {
      created += 1;
      const entry = uuidv4();
      await put(`/silo/v1/entries/${entry}`, { folder: 'suppliers', data });
      await put(`/transform/v1/jobs/${uuidv7()}`, { workflow_id: workflow, silo_entry_id: entry });
    }
  };
  const [one, other] = doors;
  await Promise.all(
    Array.from({ length: 4 }, () => [createInTurn(one, other), createInTurn(other, one)]).flat(),
  );
}

const untilFinished = () =>
  eventually(
    () => database().$count(jobs, isNull(jobs.completedAt)),
    (left) => left === 0,
  );

/** A step that sends a message waits for it; that it was taken up again does not show. */
const state = ['RUN', 'OK'];
const message = ['RUN', 'QUEUED', 'OK'];

async function expectEachStepOnce(): Promise<void> {
  const events = await database()
    .select({ job: intents.jobId, position: intents.position, status: intentEvents.status })
    .from(intents)
    .innerJoin(intentEvents, eq(intentEvents.intentId, intents.id))
    .orderBy(asc(intents.position), asc(intentEvents.index));
  const byJob = Map.groupBy(events, ({ job }) => job);
  const told = [...byJob.values()].map((ofJob) =>
    ofJob.map(({ position, status }) => `${position} ${status}`),
  );
  const once = [state, message, state, message, state].flatMap((statuses, position) =>
    statuses.map((status) => `${position} ${status}`),
  );
  expect(told).toEqual(Array(jobCount).fill(once));

  const states = await database().select().from(entryStates).orderBy(asc(entryStates.key));
  const byEntry = Map.groupBy(states, ({ entryId }) => entryId);
  const set = [...byEntry.values()].map((ofEntry) => ofEntry.map(({ key }) => key));
  expect(set).toEqual(Array(jobCount).fill(['processing', 'registered', 'sent']));
}

/** How often each message came that was sent off. */
async function timesReceived(received: Map<string, string[]>): Promise<number[]> {
  const sent = await database().select().from(webhookDeliveries);
  expect(sent.map(({ status, attempts }) => [status, attempts])).toEqual(
    Array(jobCount * 2).fill(['delivered', 1]),
  );
  return sent.map(({ id }) => received.get(id)?.length ?? 0);
}
