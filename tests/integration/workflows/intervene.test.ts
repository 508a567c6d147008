import { expect, test, vi } from 'vitest';
import { database } from '#lib/database/client.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { retryJob, skipStep } from '#lib/workflows/retry-and-skip.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { newDelivery, newJobOf, newReceiver, setState } from '../webhooks/scene.ts';

allowReceivers();

const hour = 3_600_000;

/** A job that waits for a receiver that answered 500. */
async function failing() {
  const receiver = await newReceiver();
  receiver.answer({ status: 500 });
  const sent = await newDelivery(receiver.url);
  await sent.attempt();
  await wakeJobs(sent.delivery);
  return { ...sent, receiver };
}

onDatabase('a job with a failing step', () => {
  test('is retried at once on request, and goes on', async () => {
    const { ctx, job, read, receiver, attempt, delivery, entry } = await failing();
    expect(await read()).toMatchObject({ status: 'ERR', waiting: { code: 'not-delivered' } });
    receiver.answer({ status: 204 });
    await retryJob(ctx, job);
    expect(await read()).toMatchObject({ status: 'QUEUED', waiting: { code: 'retried' } });
    // Now, though its own time is a while off.
    await attempt();
    await wakeJobs(delivery);
    expect(await read()).toMatchObject({ status: 'OK', faults: [] });
    expect((await fetchEntry(ctx, entry)).state).toBe('registered');
    await expect(retryJob(ctx, job)).rejects.toMatchObject({ key: 'conflict', code: 'nothing-to-retry' });
  });

  test('gets another twelve hours for its own failures', async () => {
    const { ctx, job, read } = await newJobOf(await newWorkspace(), [setState('completed')]);
    const breakAt = async (now: Date) => {
      const broken = vi
        .spyOn(database(), 'transaction')
        .mockImplementationOnce(() => Promise.reject(new Error('the connection broke')));
      await advanceJob(job, () => now);
      broken.mockRestore();
    };
    const began = new Date();
    await breakAt(began);
    const late = new Date(began.getTime() + 13 * hour);
    await retryJob(ctx, job, late);
    await breakAt(late);
    expect(await read()).toMatchObject({ status: 'ERR', waiting: { code: 'step-failed' } });
  });

  test('goes on without a skipped step, with the reason in its log and in the activity', async () => {
    const { ctx, job, read, entry, row } = await failing();
    await skipStep(ctx, job, { reason: 'That receiver is gone' });
    expect((await row()).status).toBe('pending');
    await advanceJob(job);
    const ended = await read();
    expect(ended).toMatchObject({ status: 'OK', faults: [] });
    expect(ended.intents[1]).toMatchObject({ completed: true });
    expect(ended.intents[1]?.events.at(-1)).toMatchObject({
      status: 'SKIP',
      code: 'skipped',
      message: 'Skipped by hand: That receiver is gone',
    });
    expect((await fetchEntry(ctx, entry)).state).toBe('registered');
    const audits = await database().select().from(auditLog);
    expect(
      audits.find(({ action, subjectId }) => action === 'job.step-skipped' && subjectId === job),
    ).toMatchObject({
      detail: { provider: 'webhook', reason: 'That receiver is gone' },
    });
  });

  test('is out of reach of another workspace', async () => {
    const { job, read } = await failing();
    const others = await newWorkspace();
    const before = await read();
    await expect(retryJob(others, job)).rejects.toMatchObject({ key: 'not-found' });
    await expect(skipStep(others, job, { reason: 'ours' })).rejects.toMatchObject({ key: 'not-found' });
    expect(await read()).toEqual(before);
  });
});

onDatabase('a job waiting for its supplier', () => {
  test('can be neither skipped nor retried, as nothing failed', async () => {
    const steps = [{ provider: 'gov-ar.register' }, { provider: 'gov-ar.wait.authorization' }];
    const { ctx, job, read } = await newJobOf(await newWorkspace(), steps);
    await advanceJob(job);
    const before = await read();
    await expect(skipStep(ctx, job, { reason: 'in a hurry' })).rejects.toMatchObject({
      code: 'not-skippable',
    });
    await expect(retryJob(ctx, job)).rejects.toMatchObject({ code: 'nothing-to-retry' });
    expect(await read()).toEqual(before);
  });
});
