import { expect, test } from 'vitest';
import { fetchEntry } from '#lib/silo/entries.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { fetchJob, putJob, runAgain } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { deliveriesOf, handleOf, newDelivery, newJobOf, newReceiver, setState } from '../webhooks/scene.ts';
import { change } from './editing.ts';

allowReceivers();

onDatabase('a job run again', () => {
  /** A job that has ended, with all that a client may give it. */
  async function newEnded() {
    const scene = await newJobOf(await newWorkspace(), [setState('completed')], {
      key: 'K-1',
      args: { batch: '3', allow: 'ARCA-10192' },
      tags: ['monday'],
    });
    await advanceJob(scene.job);
    return scene;
  }

  test('is another job of the same workflow and entry, without the key and what was accepted then', async () => {
    const { ctx, job, entry, workflow } = await newEnded();
    const again = await runAgain(ctx, job);
    expect(again.id).not.toBe(job);
    expect(again).toMatchObject({
      workflowId: workflow,
      entryId: entry,
      args: { batch: '3' },
      tags: ['monday'],
      key: null,
      status: 'RUN',
    });
    await advanceJob(again.id);
    expect((await fetchJob(ctx, again.id)).status).toBe('OK');
    expect((await fetchJob(ctx, job)).key).toBe('K-1');
  });

  test('sends its message anew after a failure, under another id', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 410 }, { status: 200 });
    const failed = await newDelivery(receiver.url);
    await failed.attempt();
    await advanceJob(failed.job);
    expect(await failed.read()).toMatchObject({ status: 'KO' });
    expect((await fetchEntry(failed.ctx, failed.entry)).state).toBe('error');

    const again = await runAgain(failed.ctx, failed.job);
    await advanceJob(again.id);
    const [message] = await deliveriesOf(failed.ctx, { job: again.id });
    expect(message?.id).not.toBe(failed.delivery);
    await handleOf(failed.ctx, message?.id ?? '').attempt();
    await advanceJob(again.id);
    expect((await fetchJob(failed.ctx, again.id)).status).toBe('OK');
    expect(await fetchEntry(failed.ctx, failed.entry)).toMatchObject({ state: 'registered', faults: [] });
  });

  test('uses the current workflow', async () => {
    const { ctx, job, entry, workflow } = await newEnded();
    await change(ctx, workflow, { steps: [setState('rejected')] });
    const again = await runAgain(ctx, job);
    expect(again.workflowVersion).toBe(2);
    await advanceJob(again.id);
    expect((await fetchEntry(ctx, entry)).state).toBe('rejected');
  });

  test('is refused while it still runs', async () => {
    const steps = [{ provider: 'gov-ar.register' }, { provider: 'gov-ar.wait.authorization' }];
    const { ctx, job } = await newJobOf(await newWorkspace(), steps);
    for (const turn of [0, 1]) {
      if (turn) await advanceJob(job);
      await expect(runAgain(ctx, job)).rejects.toMatchObject({ key: 'conflict', code: 'still-running' });
    }
  });

  test('continues the open registration with the same link after its cancellation', async () => {
    const steps = [{ provider: 'gov-ar.register' }, { provider: 'gov-ar.wait.authorization' }];
    const { ctx, job, entry, workflow } = await newJobOf(await newWorkspace(), steps);
    await advanceJob(job);
    const before = await listMeta(ctx, entry);
    await putJob(ctx, job, { workflowId: workflow, entryId: entry, cancel: true });
    const again = await runAgain(ctx, job);
    await advanceJob(again.id);
    expect((await fetchJob(ctx, again.id)).status).toBe('QUEUED');
    expect(await listMeta(ctx, entry)).toEqual(before);
  });

  test('is refused when its workflow is disabled', async () => {
    const { ctx, job, workflow } = await newEnded();
    await change(ctx, workflow, { disabled: true });
    await expect(runAgain(ctx, job)).rejects.toMatchObject({ key: 'conflict', code: 'workflow-disabled' });
  });

  test('is out of reach of another workspace', async () => {
    const { job } = await newEnded();
    await expect(runAgain(await newWorkspace(), job)).rejects.toMatchObject({ key: 'not-found' });
  });
});
