import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { type ApiClient, apiClient } from '#tests/support/api-client.ts';
import { classA, line } from '#tests/support/invoices.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

onServer('invoice entries', { seed: async () => newApiKey(await newWorkspace()) }, (server) => {
  let call: ApiClient;
  beforeAll(() => {
    call = apiClient(server().alta.origin, server().seeded);
  });

  test('an invoice is built when it is created, and fetched as built', async () => {
    const created = await call('POST', '/silo/v1/entries', { folder: 'invoices', data: classA() });
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject({ folder: 'invoices', state: 'empty' });
    const fetched = await call('GET', `/silo/v1/entries/${created.body.id}`);
    expect(fetched.body).toMatchObject({
      doc_schema: 'https://gobl.org/draft-0/bill/invoice',
      data: {
        doc: {
          $schema: 'https://gobl.org/draft-0/bill/invoice',
          tax: { ext: { 'ar-arca-doc-type': '1', 'ar-arca-concept': '1' } },
          totals: { payable: '1210.00' },
        },
      },
    });
  });

  test('a repeated PUT, of the sent or the built document, is the same entry, and another is a conflict', async () => {
    const path = `/silo/v1/entries/${uuidv7()}`;
    const first = await call('PUT', path, { folder: 'invoices', data: classA() });
    const again = await call('PUT', path, { folder: 'invoices', data: classA() });
    const built = await call('PUT', path, { folder: 'invoices', data: first.body.data });
    expect([again, built].map(({ status, body }) => [status, body.digest])).toEqual([
      [200, first.body.digest],
      [200, first.body.digest],
    ]);
    const other = await call('PUT', path, { folder: 'invoices', data: classA({ series: '4' }) });
    expect(other.status).toBe(409);
  });

  test('a built invoice is changed by every route, and its totals are calculated anew', async () => {
    const folder = 'invoices';
    const built = (await call('POST', '/silo/v1/gobl/build', { folder, data: classA() })).body.data;
    const changed = { ...built, lines: [{ ...built.lines[0], quantity: '3' }] };
    const again = await call('POST', '/silo/v1/gobl/build', { folder, data: changed });
    expect(again).toMatchObject({ status: 200, body: { data: { totals: { payable: '3630.00' } } } });
    const created = await call('POST', '/silo/v1/entries', { folder, data: changed });
    expect(created.body.data.doc).toEqual(again.body.data);
    const path = `/silo/v1/entries/${created.body.id}`;
    const patch = [{ op: 'replace', path: '/lines/0/quantity', value: '5' }];
    const type = { 'content-type': 'application/json-patch+json' };
    const patched = await call('PATCH', path, { data: patch }, type);
    expect(patched.body.data.doc.totals.payable).toBe('6050.00');
    const replaced = await call('PATCH', path, {
      data: { ...classA(), issue_date: built.issue_date, totals: { payable: '1' } },
    });
    expect(replaced.body.data.doc).toEqual(built);
  });

  test('each broken rule is named with its code and path', async () => {
    const data = classA({ series: '0', code: '1', lines: [line('10', { taxes: [] })] });
    const { status, body } = await call('POST', '/silo/v1/entries', { folder: 'invoices', data });
    expect(status).toBe(422);
    expect(body.faults).toMatchObject([
      { code: 'GOBL-AR-ARCA-BILL-INVOICE-02', paths: ['$.series'] },
      { code: 'code-is-assigned', paths: ['$.code'] },
      { code: 'vat-required', paths: ['$.lines[0].taxes'] },
    ]);
    expect(body.fields).toMatchObject({ data: { series: expect.any(String) } });
  });

  test('an id without a time is refused', async () => {
    const path = `/silo/v1/entries/${randomUUID()}`;
    const { status, body } = await call('PUT', path, { folder: 'invoices', data: classA() });
    expect(status).toBe(422);
    expect(body.fields).toHaveProperty('id');
  });
});
