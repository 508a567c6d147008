import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { advanceBatch } from '#lib/batches/advance.ts';
import { createBatch, fetchBatch, resumeBatch, stopBatch } from '#lib/batches/batches.ts';
import { listBatchRows } from '#lib/batches/rows.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { batchRows } from '#lib/database/tables/batches.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { listEntries } from '#lib/silo/entries.ts';
import { createEndpoint } from '#lib/webhooks/endpoints.ts';
import { inboxUrl } from '#lib/webhooks/outbox.ts';
import { deleteWorkflow } from '#lib/workflows/change-workflow.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

onDatabase('a batch', () => {
  let ctx: Context;
  beforeAll(async () => {
    ctx = await newWorkspace();
  });

  const suppliers = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => ({
      key: `${prefix}-${index}`,
      data: {
        folder: 'suppliers',
        data: { name: `Almacén ${index} S.A.`, tax_id: { country: 'AR', code: newCuit('30') } },
      },
    }));
  const entriesNow = async () => (await listEntries(ctx, { folder: 'suppliers', limit: 100 })).length;

  test('makes an entry of each row in turns, and ends', async () => {
    const before = await entriesNow();
    const batch = await createBatch(ctx, { operation: 'create-entry', rows: suppliers(30, 'turns') });
    await advanceBatch(batch.id);
    expect(await fetchBatch(ctx, batch.id)).toMatchObject({ total: 30, done: 25, completedAt: null });
    await advanceBatch(batch.id);
    expect(await fetchBatch(ctx, batch.id)).toMatchObject({ done: 30, failed: 0 });
    expect((await fetchBatch(ctx, batch.id)).completedAt).toBeInstanceOf(Date);
    expect(await entriesNow()).toBe(before + 30);
    const { list: rows } = await listBatchRows(ctx, batch.id, { cursor: '27', limit: 10 });
    expect(rows.map(({ key, status }) => [key, status])).toEqual([
      ['turns-28', 'done'],
      ['turns-29', 'done'],
    ]);
  });

  test('makes no row twice when the same rows come again, with and without its own key', async () => {
    const rows = suppliers(3, 'again');
    const batch = await createBatch(ctx, { operation: 'create-entry', key: 'file-1', rows });
    await advanceBatch(batch.id);
    const before = await entriesNow();
    expect((await createBatch(ctx, { operation: 'create-entry', key: 'file-1', rows })).id).toBe(batch.id);
    const again = await createBatch(ctx, { operation: 'create-entry', rows });
    await advanceBatch(again.id);
    expect(await fetchBatch(ctx, again.id)).toMatchObject({ done: 3, failed: 0 });
    expect(await entriesNow()).toBe(before);
    const made = async (id: string) =>
      (await listBatchRows(ctx, id, { limit: 10 })).list.map(({ madeId }) => madeId);
    expect(await made(again.id)).toEqual(await made(batch.id));
    const other = createBatch(ctx, { operation: 'create-entry', key: 'file-1', rows: suppliers(1, 'other') });
    await expect(other).rejects.toMatchObject({ key: 'conflict' });
  });

  test('makes each row once when two workers run it at the same time', async () => {
    const before = await entriesNow();
    const batch = await createBatch(ctx, { operation: 'create-entry', rows: suppliers(20, 'two') });
    await Promise.all([advanceBatch(batch.id), advanceBatch(batch.id)]);
    await advanceBatch(batch.id);
    expect(await fetchBatch(ctx, batch.id)).toMatchObject({ done: 20, failed: 0 });
    expect(await entriesNow()).toBe(before + 20);
  });

  test('reports its end once to each endpoint, and not while it is stopped', async () => {
    const ctx = await newWorkspace();
    await createEndpoint(ctx, { url: inboxUrl, description: '', events: ['batch.completed'] });
    const [fine, twice] = suppliers(1, 'end').flatMap((row) => [row, row]);
    if (!fine || !twice) throw new Error('There are two.');
    const rows = [fine, twice];
    const batch = await createBatch(ctx, { operation: 'create-entry', key: 'march', rows, onFault: 'skip' });
    const messages = async () =>
      (
        await database()
          .select()
          .from(webhookDeliveries)
          .where(eq(webhookDeliveries.workspaceId, ctx.workspace.id))
      ).map(({ body }) => JSON.parse(body ?? ''));
    await stopBatch(ctx, batch.id);
    await advanceBatch(batch.id);
    expect(await messages()).toEqual([]);
    await resumeBatch(ctx, batch.id);
    await Promise.all([advanceBatch(batch.id), advanceBatch(batch.id)]);
    await advanceBatch(batch.id);
    const data = {
      batch_id: batch.id,
      key: 'march',
      operation: 'create-entry',
      total: 2,
      done: 1,
      failed: 1,
    };
    expect(await messages()).toMatchObject([{ event: 'batch.completed', data }]);
  });

  test('leaves the event loop to others while it runs', async () => {
    const batch = await createBatch(ctx, { operation: 'create-entry', rows: suppliers(20, 'turn') });
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await advanceBatch(batch.id);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  test('continues after a failed row, which leaves nothing but its fault', async () => {
    const workflow = await newRegistrationWorkflow(ctx);
    const [first, second] = suppliers(2, 'faulty');
    if (!first || !second) throw new Error('There are two.');
    const { id: removed } = await newRegistrationWorkflow(ctx);
    const wrong = { ...first, data: { ...first.data, workflow_id: removed } };
    const right = { ...second, data: { ...second.data, workflow_id: workflow.id } };
    const before = await entriesNow();
    const batch = await createBatch(ctx, { operation: 'create-entry', rows: [wrong, right] });
    await deleteWorkflow(ctx, removed);
    await advanceBatch(batch.id);
    expect(await fetchBatch(ctx, batch.id)).toMatchObject({ done: 1, failed: 1 });
    expect(await entriesNow()).toBe(before + 1);
    const {
      list: [failed, done],
    } = await listBatchRows(ctx, batch.id, { limit: 2 });
    expect(failed).toMatchObject({ status: 'failed', madeId: null, faults: [{ paths: ['$.workflowId'] }] });
    expect(done).toMatchObject({ status: 'done', faults: [] });
  });

  test('gives up a row after three unexpected failures, and continues', async () => {
    const batch = await createBatch(ctx, { operation: 'create-entry', rows: suppliers(2, 'unforeseen') });
    const isFirst = and(eq(batchRows.batchId, batch.id), eq(batchRows.index, 0));
    await database().update(batchRows).set({ data: {} }).where(isFirst);
    await expect(advanceBatch(batch.id)).rejects.toThrow();
    await expect(advanceBatch(batch.id)).rejects.toThrow();
    expect(await fetchBatch(ctx, batch.id)).toMatchObject({ done: 0, failed: 0 });
    await advanceBatch(batch.id);
    expect(await fetchBatch(ctx, batch.id)).toMatchObject({ done: 1, failed: 1 });
    const {
      list: [row],
    } = await listBatchRows(ctx, batch.id, { limit: 1 });
    expect(row).toMatchObject({ status: 'failed', faults: [{ code: 'row-given-up', params: { tries: 3 } }] });
  });

  test('runs no row between its stop and its resumption', async () => {
    const batch = await createBatch(ctx, { operation: 'create-entry', rows: suppliers(2, 'stopped') });
    await stopBatch(ctx, batch.id);
    await advanceBatch(batch.id);
    expect(await fetchBatch(ctx, batch.id)).toMatchObject({ done: 0, completedAt: null });
    await resumeBatch(ctx, batch.id);
    await advanceBatch(batch.id);
    expect(await fetchBatch(ctx, batch.id)).toMatchObject({ done: 2, stoppedAt: null });
  });

  test('with wrong rows is refused whole, with each fault at its place', async () => {
    const data = { silo_entry_id: nobodys };
    const rows = [
      { key: 'a', data },
      { key: 'a', data: { ...data, days: 0 } },
      { key: 'b', data: {} },
    ];
    await expect(createBatch(ctx, { operation: 'extend-link', rows })).rejects.toMatchObject({
      key: 'validation',
      fields: {
        'rows[1].key': 'is also the key of rows[0]',
        'rows[1].data.days': 'must be 1 to 365',
        'rows[2].data.silo_entry_id': expect.any(String),
      },
    });
  });

  test('of entries with an unknown workflow is refused, with the place of the workflow', async () => {
    const [right, wrong] = suppliers(2, 'unknown-workflow');
    if (!right || !wrong) throw new Error('There are two.');
    const rows = [right, { ...wrong, data: { ...wrong.data, workflow_id: nobodys } }];
    const create = (onFault?: 'skip') => createBatch(ctx, { operation: 'create-entry', rows, onFault });
    await expect(create()).rejects.toMatchObject({
      key: 'validation',
      faults: [{ paths: ['$.rows[1].data.workflow_id'], message: 'was not found' }],
    });
    const { id } = await create('skip');
    const { list } = await listBatchRows(ctx, id, { limit: 2 });
    expect(list[1]).toMatchObject({ status: 'failed', faults: [{ paths: ['$.data.workflow_id'] }] });
  });

  test.each([0, 10_001])('of %i rows is refused', async (count) => {
    const row = (_: unknown, index: number) => ({ key: `${index}`, data: { silo_entry_id: nobodys } });
    const rows = Array.from({ length: count }, row);
    await expect(createBatch(ctx, { operation: 'extend-link', rows })).rejects.toMatchObject({
      fields: { rows: 'must be 1 to 10000' },
    });
  });

  test('of links fails for a supplier without one', async () => {
    const { id } = await newSupplier(ctx);
    const rows = [{ key: id, data: { silo_entry_id: id } }];
    const batch = await createBatch(ctx, { operation: 'extend-link', rows });
    await advanceBatch(batch.id);
    const {
      list: [row],
    } = await listBatchRows(ctx, batch.id, { limit: 1 });
    expect(row).toMatchObject({ status: 'failed', faults: [{ code: 'no-registration' }] });
  });

  test('is out of reach of another workspace', async () => {
    const { id } = await createBatch(ctx, { operation: 'create-entry', rows: suppliers(1, 'own') });
    const stranger = await newWorkspace();
    await expect(fetchBatch(stranger, id)).rejects.toMatchObject({ key: 'not-found' });
    await expect(listBatchRows(stranger, id, { limit: 1 })).rejects.toMatchObject({ key: 'not-found' });
    await expect(stopBatch(stranger, id)).rejects.toMatchObject({ key: 'not-found' });
    expect((await fetchBatch(ctx, id)).stoppedAt).toBeNull();
  });
});

/** Of nothing that there is. */
const nobodys = '0198f2a0-0000-7000-8000-000000000000';
