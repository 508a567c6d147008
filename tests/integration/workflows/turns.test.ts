import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { enqueue, laneOf, queue, queueOf } from '#lib/queue.ts';
import { onNewDatabase } from '#tests/support/databases.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

onNewDatabase('a queue entry', () => {
  async function add(ctx: Context, supplier: string, count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => uuidv7());
    const lane = laneOf(ctx.workspace, supplier);
    await database().transaction((tx) =>
      Promise.all(ids.map((jobId) => enqueue(tx, lane, 'job-advance', { jobId }))),
    );
    return ids;
  }
  async function take(ctx: Context, batchSize: number): Promise<string[]> {
    const name = queueOf('job-advance', ctx.workspace.environment);
    const entries = await queue().fetch<{ jobId: string }>(name, { batchSize });
    return entries.map(({ data }) => data.jobId);
  }

  test('of one supplier comes before another supplier’s thousand, and all are taken', async () => {
    const ctx = await newWorkspace();
    const many = await add(ctx, newCuit('30'), 1_000);
    const [one] = await add(ctx, newCuit('30'), 1);
    const first = await take(ctx, 500);
    expect(first).toContain(one);
    expect([...first, ...(await take(ctx, 1_000))].toSorted()).toEqual([...many, one].toSorted());
  });

  test('of one workspace comes before another workspace’s two thousand for twenty suppliers', async () => {
    const ctx = await newWorkspace();
    for (let supplier = 0; supplier < 20; supplier += 1) await add(ctx, newCuit('30'), 100);
    const [one] = await add(await newWorkspace(), newCuit('30'), 1);
    expect(await take(ctx, 1_500)).toContain(one);
  });
});
