import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { type ApiClient, apiClient, eventually } from '#tests/support/api-client.ts';
import { classB } from '#tests/support/invoices.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { newApiKey, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

async function seed() {
  const ctx = await newWorkspace();
  return {
    apiKey: await newApiKey(ctx),
    foreignKey: await newApiKey(await newWorkspace()),
    entry: (await newSupplier(ctx)).id,
  };
}

onServer('batches', { seed }, (server) => {
  let call: ApiClient;
  beforeAll(() => {
    const { alta, seeded } = server();
    call = apiClient(alta.origin, seeded.apiKey);
  });

  const supplier = (key: string, code = newCuit('30')) => ({
    key,
    data: { folder: 'suppliers', data: { name: `Almacén ${key}`, tax_id: { country: 'AR', code } } },
  });
  const ended = (id: string) =>
    eventually(
      async () => (await call('GET', `/transform/v1/batches/${id}`)).body,
      ({ status }) => status === 'completed',
    );

  test('make an entry of each row, and list the result of each row page by page', async () => {
    const rows = [supplier('row-1'), supplier('row-2'), supplier('row-3')];
    const made = await call('POST', '/transform/v1/batches', { operation: 'create-entry', rows });
    expect(made).toMatchObject({ status: 202, body: { total: 3, done: 0, status: 'running' } });
    expect(await ended(made.body.id)).toMatchObject({ done: 3, failed: 0 });
    const path = `/transform/v1/batches/${made.body.id}/rows`;
    const { body: first } = await call('GET', `${path}?limit=2`);
    expect(first.list.map(({ key, status }: Record<string, string>) => [key, status])).toEqual([
      ['row-1', 'done'],
      ['row-2', 'done'],
    ]);
    const { body: rest } = await call('GET', `${path}?cursor=${first.next_cursor}`);
    expect(rest).toMatchObject({ list: [{ index: 2, key: 'row-3' }] });
    expect(rest.next_cursor).toBeUndefined();
    const entry = await call('GET', `/silo/v1/entries/${rest.list[0].result_id}`);
    expect(entry.body).toMatchObject({ key: 'row-3', folder: 'suppliers' });
    expect((await call('GET', `${path}?status=failed`)).body.list).toEqual([]);
    expect((await call('GET', `${path}?cursor=x`)).body).toMatchObject({ key: 'validation' });
  });

  test('do not begin when one of their documents can not be built, and name each fault by its place', async () => {
    const rows = [supplier('good'), supplier('bad', '30712345670'), supplier('good')];
    const answer = await call('POST', '/transform/v1/batches', { operation: 'create-entry', rows });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body.fields)).toMatch(/rows.*tax_id.*code/);
    expect((await call('GET', '/silo/v1/entries?folder=suppliers&limit=100')).body.list).not.toContainEqual(
      expect.objectContaining({ key: 'good' }),
    );
  });

  test('make the good rows with on_fault skip, and list the others as failed with their faults', async () => {
    const [good, twice, bad] = [supplier('fine'), supplier('fine'), supplier('wrong', '30712345670')];
    const body = { operation: 'create-entry', key: randomUUID(), rows: [bad, good, twice], on_fault: 'skip' };
    const made = await call('POST', '/transform/v1/batches', body);
    expect(made).toMatchObject({ status: 202, body: { total: 3, done: 0, failed: 2 } });
    const again = await call('POST', '/transform/v1/batches', body);
    expect(again.body).toMatchObject({ id: made.body.id, failed_rows: made.body.failed_rows });
    expect(await ended(made.body.id)).toMatchObject({ done: 1, failed: 2 });
    const path = `/transform/v1/batches/${made.body.id}/rows`;
    const { list: failed } = (await call('GET', `${path}?status=failed`)).body;
    expect(made.body.failed_rows).toEqual(failed);
    expect(failed).toMatchObject([
      {
        index: 0,
        key: 'wrong',
        faults: [{ message: expect.any(String), paths: [expect.stringContaining('tax_id')] }],
      },
      {
        index: 2,
        key: 'fine',
        faults: [{ code: 'same-key', message: 'is also the key of rows[1]', paths: ['$.key'] }],
      },
    ]);
    expect((await call('GET', '/silo/v1/entries/key/fine')).status).toBe(200);

    const none = await call('POST', '/transform/v1/batches', { ...body, key: randomUUID(), rows: [bad] });
    expect(none.status).toBe(422);
    const otherwise = { ...body, key: randomUUID(), on_fault: 'maybe' };
    expect((await call('POST', '/transform/v1/batches', otherwise)).status).toBe(422);
  });

  test('list no more than twenty faults of a skipped row', async () => {
    const lines = Array.from({ length: 30 }, () => ({
      quantity: '1',
      item: { name: 'Facturas', price: 'x' },
    }));
    const bad = { key: 'bad', data: { folder: 'invoices', data: classB({ lines }) } };
    const body = { operation: 'create-entry', rows: [bad, supplier('beside-bad')], on_fault: 'skip' };
    const made = await call('POST', '/transform/v1/batches', body);
    expect(made).toMatchObject({ status: 202, body: { failed: 1 } });
    const { body: failed } = await call('GET', `/transform/v1/batches/${made.body.id}/rows?status=failed`);
    expect(failed.list[0].faults).toHaveLength(20);
  });

  test('are created once when the same request is repeated, by their key and by an Idempotency-Key', async () => {
    const body = {
      operation: 'archive',
      key: randomUUID(),
      rows: [{ key: 'a', data: { silo_entry_id: server().seeded.entry } }],
    };
    const first = await call('POST', '/transform/v1/batches', body);
    expect((await call('POST', '/transform/v1/batches', body)).body.id).toBe(first.body.id);
    const other = await call('POST', '/transform/v1/batches', { ...body, operation: 'extend-link' });
    expect(other.status).toBe(409);
    const { key: _, ...unnamed } = body;
    const named = { 'idempotency-key': randomUUID() };
    const once = await call('POST', '/transform/v1/batches', unnamed, named);
    const again = await call('POST', '/transform/v1/batches', unnamed, named);
    expect(again.body).toEqual(once.body);
    expect(once.body.id).not.toBe(first.body.id);
  });

  test('are stopped, resumed and listed by their own workspace only', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => supplier(`long-${index}`));
    const { body: batch } = await call('POST', '/transform/v1/batches', { operation: 'create-entry', rows });
    const path = `/transform/v1/batches/${batch.id}`;
    const stopped = await call('POST', `${path}/stop`);
    expect(stopped).toMatchObject({ status: 200, body: { status: 'stopped' } });
    expect(await call('POST', `${path}/resume`)).toMatchObject({ body: { status: 'running' } });
    expect(await ended(batch.id)).toMatchObject({ total: 200, done: 200 });
    expect((await call('GET', '/transform/v1/batches?limit=1')).body.list).toMatchObject([{ id: batch.id }]);
    const stranger = apiClient(server().alta.origin, server().seeded.foreignKey);
    expect((await stranger('GET', '/transform/v1/batches')).body.list).toEqual([]);
    for (const [method, below] of [
      ['GET', ''],
      ['GET', '/rows'],
      ['POST', '/stop'],
      ['POST', '/resume'],
    ] as const) {
      expect((await stranger(method, `${path}${below}`)).status).toBe(404);
    }
  });
});
