// @module-tag slow
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { advanceBatch } from '#lib/batches/advance.ts';
import { createBatch, fetchBatch } from '#lib/batches/batches.ts';
import { database } from '#lib/database/client.ts';
import { auditLog, entries } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import { createEndpoint } from '#lib/webhooks/endpoints.ts';
import { inboxUrl } from '#lib/webhooks/outbox.ts';
import { crashAt, cutOffAt, moments } from '#tests/support/crash.ts';
import { newDatabase, onDatabase } from '#tests/support/databases.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newRegistrationWorkflow, newWorkspace } from '#tests/support/workspace.ts';

const count = 30;

/** A batch that makes suppliers and runs a workflow on each. */
async function start() {
  const ctx = await newWorkspace();
  const workflow = await newRegistrationWorkflow(ctx);
  await createEndpoint(ctx, { url: inboxUrl, description: '', events: ['batch.completed'] });
  const rows = Array.from({ length: count }, (_, index) => ({
    key: `row-${index}`,
    data: {
      folder: 'suppliers',
      data: { name: `Almacén ${index}`, tax_id: { country: 'AR', code: newCuit('30') } },
      workflow_id: workflow.id,
    },
  }));
  const { id } = await createBatch(ctx, { operation: 'create-entry', rows });
  return { ctx, id };
}

async function expectEachOnce({ ctx, id }: Awaited<ReturnType<typeof start>>): Promise<void> {
  while (!(await fetchBatch(ctx, id)).completedAt) await advanceBatch(id);
  expect(await fetchBatch(ctx, id)).toMatchObject({ total: count, done: count, failed: 0 });
  const { id: workspace } = ctx.workspace;
  const ofAction = (action: 'entry.created' | 'job.created') =>
    database().$count(auditLog, and(eq(auditLog.workspaceId, workspace), eq(auditLog.action, action)));
  expect({
    entries: await database().$count(entries, eq(entries.workspaceId, workspace)),
    jobs: await database().$count(jobs, eq(jobs.workspaceId, workspace)),
    told: [await ofAction('entry.created'), await ofAction('job.created')],
    ends: await database().$count(webhookDeliveries, eq(webhookDeliveries.workspaceId, workspace)),
  }).toEqual({ entries: count, jobs: count, told: [count, count], ends: 1 });
}

onDatabase('a batch whose process ends', () => {
  // The 26th is that which asks for the next turn.
  const points = [1, 7, 26].flatMap((at) => moments.map((when) => [at, when] as const));
  test.each(points)('at its %i. transaction, %s, makes each row once', async (at, when) => {
    const started = await start();
    expect(await cutOffAt(() => advanceBatch(started.id), at, when)).toBe('cut off');
    await expectEachOnce(started);
  });
});

describe('a process killed in the middle of a batch', () => {
  test.each(moments)(
    '%s of a row, leaves each row to be made once',
    async (when) => {
      const source = await newDatabase();
      const started = await withDatabase(source, start);
      expect(await crashAt(source, { batch: started.id }, 12, when)).toBe('crashed');
      await withDatabase(source, () => expectEachOnce(started));
    },
    180_000,
  );
});
