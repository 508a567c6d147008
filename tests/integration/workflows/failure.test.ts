import { expect, test, vi } from 'vitest';
import { database } from '#lib/database/client.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { after, newDelivery, newJobOf, newReceiver, setState } from '../webhooks/scene.ts';

allowReceivers();

const hour = 3_600;

/** Advances the job while the write of its step breaks: its first transaction. */
async function advanceBroken(job: string, now: Date): Promise<void> {
  const broken = vi
    .spyOn(database(), 'transaction')
    .mockImplementationOnce(() => Promise.reject(new Error('the connection broke')));
  await advanceJob(job, () => now);
  broken.mockRestore();
}

onDatabase('a failing step', () => {
  const newJob = async () =>
    newJobOf(await newWorkspace(), [setState('completed')], { rescue: [setState('error')] });

  test('is retried at growing intervals, which the job shows', async () => {
    const { job, read, ctx, entry } = await newJob();
    const now = new Date();
    await advanceBroken(job, now);
    expect(await read()).toMatchObject({
      status: 'ERR',
      waiting: { code: 'step-failed', next_attempt_at: after(now, 5).toISOString() },
    });
    await advanceBroken(job, after(now, 5));
    expect(await read()).toMatchObject({ waiting: { next_attempt_at: after(now, 5 + 10).toISOString() } });
    await advanceJob(job, () => after(now, 15));
    expect(await read()).toMatchObject({ status: 'OK', faults: [] });
    expect((await fetchEntry(ctx, entry)).state).toBe('completed');
  });

  test('is given up after twelve hours, and the rescue runs', async () => {
    const { job, read, ctx, entry } = await newJob();
    let now = new Date();
    for (let tries = 0; tries < 100; tries += 1) {
      await advanceBroken(job, now);
      const { status, next_attempt_at } = await read();
      if (status !== 'ERR' || !next_attempt_at) break;
      now = new Date(next_attempt_at);
    }
    expect(await read()).toMatchObject({ status: 'KO', faults: [{ code: 'gave-up' }] });
    expect((await fetchEntry(ctx, entry)).state).toBe('error');
  });

  test('is not given up for a receiver’s day of absence', async () => {
    // Cause: what a receiver answers was counted with the engine's own failures.
    const receiver = await newReceiver();
    receiver.answer({ status: 500 });
    const sent = await newDelivery(receiver.url);
    await sent.attempt();
    await wakeJobs(sent.delivery);
    const later = after(new Date(), 20 * hour);
    await advanceBroken(sent.job, later);
    expect(await sent.read()).toMatchObject({
      status: 'ERR',
      waiting: { code: 'step-failed', next_attempt_at: after(later, 5).toISOString() },
    });
    await advanceJob(sent.job, () => after(later, 5));
    expect(await sent.read()).toMatchObject({ status: 'ERR', waiting: { code: 'not-delivered' } });
  });

  test('is not given up for two failures in a month of waiting', async () => {
    // Cause: the twelve hours counted from the first time that it ever broke.
    const steps = [{ provider: 'gov-ar.register' }, { provider: 'gov-ar.wait.authorization' }];
    const { job, read } = await newJobOf(await newWorkspace(), steps);
    await advanceJob(job);
    const now = new Date();
    for (const days of [1, 15, 29]) {
      await advanceBroken(job, after(now, days * 24 * hour));
      expect((await read()).status).toBe('ERR');
      await advanceJob(job, () => after(now, days * 24 * hour + 5));
      expect((await read()).status).toBe('QUEUED');
    }
  });
});
