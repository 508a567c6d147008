import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { type ApiClient, apiClient } from '#tests/support/api-client.ts';
import { classA } from '#tests/support/invoices.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

const supplier = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: '30123456781' } };

onServer('entries', { seed: async () => newApiKey(await newWorkspace()) }, (server) => {
  let call: ApiClient;
  beforeAll(() => {
    call = apiClient(server().alta.origin, server().seeded);
  });

  test('a supplier is created, and fetched with its envelope and meta', async () => {
    const created = await call('POST', '/silo/v1/entries', { folder: 'suppliers', data: supplier });
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject({
      folder: 'suppliers',
      state: 'empty',
      snippet: { tax_code: 'AR30123456781' },
    });
    const fetched = await call('GET', `/silo/v1/entries/${created.body.id}`);
    expect(fetched.body).toMatchObject({
      id: created.body.id,
      doc_schema: 'https://gobl.org/draft-0/org/party',
      data: { $schema: 'https://gobl.org/draft-0/envelope', doc: supplier },
      meta: [],
    });
    expect(fetched.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test.each(['30-12345678-1', 'AR30123456781', '30.12345678.1', ' AR 30-12345678-1 '])(
    'a CUIT written as %j is normalized',
    async (code) => {
      const data = { ...supplier, tax_id: { country: 'AR', code } };
      const { status, body } = await call('POST', '/silo/v1/entries', { folder: 'suppliers', data });
      expect(status).toBe(200);
      expect(body.data.doc.tax_id).toEqual({ country: 'AR', code: '30123456781' });
    },
  );

  test('a tax id without a country becomes Argentine, also in an invoice and in a patch', async () => {
    const data = { name: 'A', tax_id: { code: '30-12345678-1' } };
    const made = await call('POST', '/silo/v1/entries', { folder: 'suppliers', data });
    expect(made.body.data.doc.tax_id).toEqual({ country: 'AR', code: '30123456781' });
    const changed = await call('PATCH', `/silo/v1/entries/${made.body.id}`, { data: { ...data, name: 'B' } });
    expect(changed.body.data.doc).toMatchObject({ name: 'B', tax_id: { country: 'AR' } });
    const invoice = { ...classA(), supplier: data };
    const issued = await call('POST', '/silo/v1/entries', { folder: 'invoices', data: invoice });
    expect(issued.body.data.doc.supplier.tax_id).toEqual({ country: 'AR', code: '30123456781' });
  });

  test.each([
    ['no name', { tax_id: supplier.tax_id }, '$.name'],
    ['no tax id', { name: 'A' }, '$.tax_id.code'],
    ['no code', { name: 'A', tax_id: { country: 'AR' } }, '$.tax_id.code'],
    ['a country of no code', { name: 'A', tax_id: { country: 'ar', code: '1' } }, '$.tax_id.country'],
    ['a wrong check digit', { name: 'A', tax_id: { country: 'AR', code: '30123456782' } }, '$.tax_id.code'],
    ['a name that is a number', { ...supplier, name: 7 }, '$.name'],
    ['an unknown field', { ...supplier, nombre: 'A' }, '$.nombre'],
  ])('%s is a fault that names the field', async (_what, data, path) => {
    const { status, headers, body } = await call('POST', '/silo/v1/entries', { folder: 'suppliers', data });
    expect(status).toBe(422);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(body).toMatchObject({ key: 'validation', message: 'validation', status: 422 });
    expect(body.faults.flatMap((fault: { paths: string[] }) => fault.paths)).toContain(path);
    const field = path
      .slice(2)
      .split('.')
      .reduce((place, part) => place?.[part], body.fields.data);
    expect(field).toBeTypeOf('string');
  });

  test('a wrong check digit carries the code of its rule', async () => {
    const data = { name: 'A', tax_id: { country: 'AR', code: '20123456789' } };
    const { body } = await call('POST', '/silo/v1/entries', { folder: 'suppliers', data });
    expect(body.faults).toMatchObject([{ code: 'GOBL-AR-TAX-IDENTITY-01', paths: ['$.tax_id.code'] }]);
  });

  test('PUT with the client’s id is repeatable, and another document under the id is a conflict', async () => {
    const path = `/silo/v1/entries/${randomUUID()}`;
    const first = await call('PUT', path, { folder: 'suppliers', data: supplier });
    const again = await call('PUT', path, { folder: 'suppliers', data: supplier });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    const shouted = await call('PUT', path.toUpperCase().replace('/SILO/V1/ENTRIES', '/silo/v1/entries'), {
      folder: 'suppliers',
      data: supplier,
    });
    expect(shouted.body.id).toBe(first.body.id);
    const other = await call('PUT', path, { folder: 'suppliers', data: { ...supplier, name: 'Otra' } });
    expect(other.status).toBe(409);
    expect(other.body.fields).toHaveProperty('id');
  });

  test('fifty requests with one key make one entry and get one answer', async () => {
    const body = { folder: 'suppliers', data: supplier, key: `k-${randomUUID()}` };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('POST', '/silo/v1/entries', body)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const other = await call('POST', '/silo/v1/entries', { ...body, data: { ...supplier, name: 'Otra' } });
    const key = `is taken by the entry ${answers[0]?.body.id}`;
    expect(other).toMatchObject({ status: 409, body: { fields: { key } } });
  });

  test('a folder’s list runs from the newest to the oldest, page by page', async () => {
    const key = randomUUID();
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const data = { name: `Cliente ${key} ${index}` };
      made.unshift((await call('POST', '/silo/v1/entries', { folder: 'customers', data })).body.id);
    }
    const listed: string[] = [];
    for (let path = '/silo/v1/entries?folder=customers&limit=2'; path; ) {
      const { body } = await call('GET', path);
      listed.push(...body.list.map((entry: { id: string }) => entry.id));
      path = body.next_cursor ? `/silo/v1/entries?folder=customers&limit=2&cursor=${body.next_cursor}` : '';
    }
    expect(listed).toEqual(made);
    const envelopes = await call('GET', '/silo/v1/envelopes?folder=customers&limit=1');
    expect(envelopes.body.list[0]).toMatchObject({
      $schema: 'https://gobl.org/draft-0/envelope',
      head: { uuid: made[0] },
    });
  });

  test.each([
    ['malformed JSON', '{"data":', 400],
    ['JSON that is no object', '[]', 422],
    ['JSON that is too deep', `{"data":${'['.repeat(40)}${']'.repeat(40)}}`, 400],
    ['an unknown field', { data: supplier, carpeta: 'x' }, 422],
    ['a NUL in a name', { data: { ...supplier, name: 'A\u0000B' } }, 400],
    ['half a character in a name', '{"data":{"name":"\\ud800"}}', 400],
    ['an unknown folder', { data: supplier, folder: 'nowhere' }, 422],
    [
      '__proto__',
      '{"data":{"name":"A","tax_id":{"country":"AR","code":"30123456781"},"__proto__":{"x":1}}}',
      422,
    ],
  ])('%s is refused with a problem body', async (_what, body, status) => {
    const answer = await call('POST', '/silo/v1/entries', body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status, key: expect.any(String), request_id: expect.any(String) });
  });

  test('a body over 1 MiB and another content type are refused', async () => {
    const large = JSON.stringify({ data: { ...supplier, name: 'x'.repeat(1_100_000) } });
    expect((await call('POST', '/silo/v1/entries', large)).status).toBe(413);
    expect((await call('POST', '/silo/v1/entries', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test.each([
    '/silo/v1/entries?limit=0',
    '/silo/v1/entries?limit=101',
    '/silo/v1/entries?cursor=nonsense',
    `/silo/v1/entries?cursor=${btoa('+275760-09-13T00:00:00.000Z|01a1fc3d-d523-701e-8d48-a6b8339adfc9')}`,
    `/silo/v1/entries?cursor=${btoa('0000-01-01T00:00:00.000Z|01a1fc3d-d523-701e-8d48-a6b8339adfc9')}`,
    '/silo/v1/entries?limit=1&limit=2',
    '/silo/v1/entries?carpeta=x',
    '/silo/v1/entries/not-a-uuid',
  ])('GET %s names the wrong parameter', async (path) => {
    const { status, body } = await call('GET', path);
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toHaveLength(1);
  });
});
