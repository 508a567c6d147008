import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import { activeCertificate, signingKeyOf, unactivatedKeyPairs } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { accessTickets, certificates } from '#lib/database/tables/certificates.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { auditLog, entryStates } from '#lib/database/tables/silo.ts';
import { findByRef, newestRegistration } from '#lib/registrations/find.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { supplierOf } from '#tests/support/certified.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';
import { deliveriesOf, newJobOf, newReceiver, setState } from '../webhooks/scene.ts';

allowReceivers();

const simulator = await simulatorOfWorker();
beforeEach(() => simulator.control.reset());

onDatabase('unregistering a supplier', () => {
  /** A supplier whose registration job waits for the certificate. */
  async function newWaiting() {
    const ctx = await newWorkspace();
    const entry = (await newSupplier(ctx)).id;
    const workflow = (await newRegistrationWorkflow(ctx)).id;
    const job = await runRegistration(ctx, workflow, entry);
    const ref = (await listMeta(ctx, entry))[0]?.ref ?? '';
    return { ctx, entry, workflow, job, ref };
  }

  async function newRegistered() {
    const scene = await newWaiting();
    await (await supplierOf(scene.ctx, simulator, scene.entry)).register();
    const registration = await newestRegistration(scene.ctx, scene.entry);
    await wakeJobs(registration?.id ?? '');
    expect((await fetchJob(scene.ctx, scene.job)).status).toBe('OK');
    return scene;
  }

  async function runRegistration(ctx: Context, workflow: string, entry: string): Promise<string> {
    const { id } = await createJob(ctx, { workflowId: workflow, entryId: entry });
    await advanceJob(id);
    return id;
  }

  async function unregister(ctx: Context, entry: string) {
    const workflow = await createWorkflow(ctx, { template: 'ar-supplier-unregistration' });
    const { id } = await createJob(ctx, { workflowId: workflow.id, entryId: entry });
    await advanceJob(id);
    return wholeJob(ctx, await fetchJob(ctx, id));
  }

  const stateOf = async (ctx: Context, entry: string) => (await fetchEntry(ctx, entry)).state;
  const keysOf = (entry: string) =>
    database().select().from(certificates).where(eq(certificates.entryId, entry));

  test('when registered ends the registration, its link, its keys and its tickets', async () => {
    const { ctx, entry, ref } = await newRegistered();
    const before = await activeCertificate(ctx, entry);
    if (!before) throw new Error('there is no active certificate');
    const ticketsOf = () => database().$count(accessTickets, eq(accessTickets.certificateId, before.id));
    expect(await ticketsOf()).toBe(1);
    expect((await findByRef(ref)).kind).toBe('found');

    const job = await unregister(ctx, entry);
    expect(job).toMatchObject({ status: 'OK', faults: [] });
    expect(job.intents[0]?.events.at(-1)?.message).toContain('1 key destroyed');
    expect(await stateOf(ctx, entry)).toBe('void');
    expect(await newestRegistration(ctx, entry)).toMatchObject({ revokedAt: expect.any(Date) });
    const [key, ...others] = await keysOf(entry);
    expect(others).toEqual([]);
    expect(key).toMatchObject({ keySealed: null, supersededAt: expect.any(Date) });
    expect(() => key && signingKeyOf(key)).toThrow('destroyed');
    expect(await ticketsOf()).toBe(0);
    expect(await activeCertificate(ctx, entry)).toBeUndefined();
    expect(await findByRef(ref)).toEqual({ kind: 'unknown' });
    // What was issued stays to be looked up.
    expect(key?.certificate).toBe(before.certificate);
    const ended = await database().select().from(auditLog).where(eq(auditLog.workspaceId, ctx.workspace.id));
    expect(ended.map(({ action }) => action)).toContain('registration.revoked');
  });

  test('during the registration ends the waiting job, and the entry is void and not in error', async () => {
    const { ctx, entry, job, ref } = await newWaiting();
    const registration = await newestRegistration(ctx, entry);
    await unregister(ctx, entry);
    await wakeJobs(registration?.id ?? '');
    await advanceJob(job);
    expect(await fetchJob(ctx, job)).toMatchObject({
      status: 'KO',
      phase: 'steps',
      faults: [{ provider: 'gov-ar', code: 'unregistered' }],
    });
    const { intents } = await wholeJob(ctx, await fetchJob(ctx, job));
    expect(intents.at(-1)).toMatchObject({ provider: 'gov-ar.wait.authorization', completed: true });
    expect(intents.at(-1)?.events.at(-1)).toMatchObject({ status: 'KO', code: 'unregistered' });
    const history = await database().select().from(entryStates).where(eq(entryStates.entryId, entry));
    expect(history.map(({ key }) => key).sort()).toEqual(['processing', 'void']);
    expect(await findByRef(ref)).toEqual({ kind: 'unknown' });
    expect((await keysOf(entry)).map(({ keySealed }) => keySealed)).toEqual([null]);
    expect(await unactivatedKeyPairs(ctx, registration?.id ?? '')).toMatchObject([{ keySealed: null }]);
  });

  test('ends a job that still has a message to send before its wait, and the message', async () => {
    // Cause: only jobs at the wait itself were ended; this one came to it later, failed and labelled the entry error.
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const { job, entry } = await newJobOf(
      ctx,
      [
        setState('processing'),
        { provider: 'gov-ar.register' },
        { provider: 'webhook', config: { url: receiver.url } },
        { provider: 'gov-ar.wait.authorization' },
      ],
      { rescue: [setState('error')] },
    );
    await advanceJob(job);
    const [message] = await deliveriesOf(ctx, { job });
    await unregister(ctx, entry);
    expect(await deliveriesOf(ctx, { job })).toMatchObject([{ id: message?.id, status: 'cancelled' }]);
    await wakeJobs(message?.id ?? '');
    await advanceJob(job);
    expect(await fetchJob(ctx, job)).toMatchObject({ status: 'KO', faults: [{ code: 'unregistered' }] });
    expect(await stateOf(ctx, entry)).toBe('void');
  });

  test('leaves jobs without the registration and other suppliers’ jobs alone', async () => {
    const receiver = await newReceiver();
    const { ctx, entry } = await newWaiting();
    const told = await newJobOf(ctx, [{ provider: 'webhook', config: { url: receiver.url } }], { entry });
    await advanceJob(told.job);
    const other = (await newSupplier(ctx)).id;
    const otherJob = await runRegistration(ctx, (await newRegistrationWorkflow(ctx)).id, other);
    await unregister(ctx, entry);
    expect((await told.read()).status).toBe('QUEUED');
    expect((await fetchJob(ctx, otherJob)).status).toBe('QUEUED');
    expect(await stateOf(ctx, other)).toBe('processing');
    expect((await keysOf(other)).map(({ keySealed }) => keySealed)).not.toContain(null);
  });

  test('leaves a job after its wait alone', async () => {
    const receiver = await newReceiver();
    const { ctx, entry } = await newRegistered();
    const { job, read } = await newJobOf(
      ctx,
      [
        { provider: 'gov-ar.register' },
        { provider: 'gov-ar.wait.authorization' },
        { provider: 'webhook', config: { url: receiver.url } },
      ],
      { entry },
    );
    await advanceJob(job);
    await unregister(ctx, entry);
    expect((await read()).status).toBe('QUEUED');
    expect(await deliveriesOf(ctx, { job })).toMatchObject([{ status: 'pending' }]);
  });

  test('publishes the revocation once, and no failed job', async () => {
    const receiver = await newReceiver();
    const { ctx, entry } = await newWaiting();
    const events = ['registration.revoked', 'job.failed'];
    await createEndpoint(ctx, EndpointInput.parse({ url: receiver.url, events }));
    await unregister(ctx, entry);
    await unregister(ctx, entry);
    expect((await deliveriesOf(ctx)).map(({ event }) => event)).toEqual(['registration.revoked']);
  });

  test('without a registration changes the label, and logs that', async () => {
    const ctx = await newWorkspace();
    const entry = (await newSupplier(ctx)).id;
    const job = await unregister(ctx, entry);
    expect(job).toMatchObject({ status: 'OK' });
    expect(job.intents[0]?.events.at(-1)).toMatchObject({ status: 'OK', code: 'not-registered' });
    expect(await stateOf(ctx, entry)).toBe('void');
  });

  test('twice at once ends the registration once', async () => {
    const { ctx, entry } = await newRegistered();
    const jobs = await Promise.all([unregister(ctx, entry), unregister(ctx, entry)]);
    const said = jobs.map(({ intents }) => intents[0]?.events.at(-1)?.code);
    expect(said.filter((code) => code === 'not-registered')).toHaveLength(1);
  });

  test('allows a new registration with another link and key', async () => {
    const { ctx, entry, workflow, ref } = await newRegistered();
    const before = await newestRegistration(ctx, entry);
    await unregister(ctx, entry);
    const job = await runRegistration(ctx, workflow, entry);
    expect((await fetchJob(ctx, job)).status).toBe('QUEUED');
    expect(await stateOf(ctx, entry)).toBe('processing');
    const opened = await newestRegistration(ctx, entry);
    expect(opened).toMatchObject({ intent: 'register', revokedAt: null, completedAt: null });
    expect(opened?.id).not.toBe(before?.id);
    const [link] = await listMeta(ctx, entry);
    expect(link?.ref).not.toBe(ref);
    expect((await findByRef(link?.ref ?? '')).kind).toBe('found');
    expect(await findByRef(ref)).toEqual({ kind: 'unknown' });

    await (await supplierOf(ctx, simulator, entry)).register();
    await wakeJobs(opened?.id ?? '');
    expect(await stateOf(ctx, entry)).toBe('registered');
    expect(await database().$count(registrations, eq(registrations.entryId, entry))).toBe(2);
    expect((await keysOf(entry)).filter(({ keySealed }) => keySealed)).toHaveLength(1);
  });
});
