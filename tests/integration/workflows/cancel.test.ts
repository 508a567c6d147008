import { expect, test } from 'vitest';
import { wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import type { Context } from '#lib/context.ts';
import { findByRef, newestRegistration } from '#lib/registrations/find.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { putJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { deliveriesOf, handleOf, newDelivery, newJobOf, newReceiver, setState } from '../webhooks/scene.ts';

allowReceivers();

interface Scene {
  ctx: Context;
  job: string;
  workflow: string;
  entry: string;
}
const cancel = ({ ctx, job, workflow, entry }: Scene) =>
  putJob(ctx, job, { workflowId: workflow, entryId: entry, cancel: true });

onDatabase('a cancelled job', () => {
  const newRegistrationJob = async () =>
    newJobOf(
      await newWorkspace(),
      [
        setState('processing'),
        { provider: 'gov-ar.register' },
        { provider: 'gov-ar.wait.authorization' },
        setState('registered'),
      ],
      { rescue: [setState('error')] },
    );

  test('ends at its wait without its rescue, and its link goes on working', async () => {
    const scene = await newRegistrationJob();
    await advanceJob(scene.job);
    const { job } = await cancel(scene);
    const ended = await wholeJob(scene.ctx, job);
    expect(ended).toMatchObject({
      status: 'KO',
      completed_at: expect.any(String),
      faults: [{ code: 'cancelled' }],
    });
    expect(ended).not.toHaveProperty('waiting');
    expect(ended).not.toHaveProperty('next_attempt_at');
    expect(ended.intents.map(({ completed }) => completed)).toEqual([true, true, true]);
    expect(ended.intents.at(-1)?.events.at(-1)).toMatchObject({ status: 'KO', code: 'cancelled' });
    expect((await fetchEntry(scene.ctx, scene.entry)).state).toBe('processing');
    const [link] = await listMeta(scene.ctx, scene.entry);
    expect((await findByRef(link?.ref ?? '')).kind).toBe('found');

    const registration = await newestRegistration(scene.ctx, scene.entry);
    await wakeJobs(registration?.id ?? '');
    await advanceJob(scene.job);
    expect(await scene.read()).toEqual(ended);
  });

  test('does nothing when it had not begun', async () => {
    const scene = await newRegistrationJob();
    await cancel(scene);
    await advanceJob(scene.job);
    expect(await scene.read()).toMatchObject({ status: 'KO', intents: [], faults: [{ code: 'cancelled' }] });
    expect((await fetchEntry(scene.ctx, scene.entry)).state).toBeNull();
  });

  test('stays as it is when it is cancelled again or had ended', async () => {
    const scene = await newRegistrationJob();
    await advanceJob(scene.job);
    await cancel(scene);
    const once = await scene.read();
    await cancel(scene);
    expect(await scene.read()).toEqual(once);
    const ended = await newJobOf(await newWorkspace(), [setState('completed')]);
    await advanceJob(ended.job);
    await cancel(ended);
    expect(await ended.read()).toMatchObject({ status: 'OK', faults: [] });
  });

  test('keeps the earlier faults in its rescue', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 410 }, { status: 500 });
    const rescue = [
      { provider: 'webhook', config: { url: receiver.url, wait: 'delivered' } },
      setState('error'),
    ];
    const failed = await newDelivery(receiver.url, { rescue });
    await failed.attempt();
    await wakeJobs(failed.delivery);
    const second = (await deliveriesOf(failed.ctx, { job: failed.job }))[1]?.id ?? '';
    await handleOf(failed.ctx, second).attempt();
    await wakeJobs(second);
    expect((await failed.read()).status).toBe('ERR');
    await cancel(failed);
    // Cause: they were replaced by the cancellation.
    expect(await failed.read()).toMatchObject({
      status: 'KO',
      faults: [{ code: 'not-delivered' }, { code: 'cancelled' }],
    });
    expect((await fetchEntry(failed.ctx, failed.entry)).state).toBe('processing');
  });

  test('is not published as failed', async () => {
    const receiver = await newReceiver();
    const scene = await newRegistrationJob();
    await createEndpoint(scene.ctx, EndpointInput.parse({ url: receiver.url, events: ['job.failed'] }));
    await advanceJob(scene.job);
    await cancel(scene);
    expect(await deliveriesOf(scene.ctx)).toEqual([]);
  });

  test('stops at the end of a step when a worker runs it', async () => {
    const scene = await newRegistrationJob();
    await Promise.all([advanceJob(scene.job), advanceJob(scene.job), cancel(scene)]);
    const ended = await scene.read();
    expect(ended).toMatchObject({ status: 'KO', faults: [{ code: 'cancelled' }] });
    await advanceJob(scene.job);
    expect(await scene.read()).toEqual(ended);
    expect([null, 'processing']).toContain((await fetchEntry(scene.ctx, scene.entry)).state);
  });

  test('of another workspace is not found', async () => {
    const scene = await newRegistrationJob();
    await expect(cancel({ ...scene, ctx: await newWorkspace() })).rejects.toMatchObject({
      key: 'not-found',
    });
    expect((await scene.read()).status).toBe('RUN');
  });
});
