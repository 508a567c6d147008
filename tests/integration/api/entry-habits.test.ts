import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { documents } from '#app/api/silo/v1/documents.ts';
import { entries } from '#app/api/silo/v1/entries.ts';
import { states } from '#app/api/silo/v1/states.ts';
import type { Context } from '#lib/context.ts';
import type { Endpoint } from '#lib/http/endpoint.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { classA } from '#tests/support/invoices.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { newApiKey, newSupplier, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

const party = { name: 'Talleres Río S.A.', tax_id: { country: 'AR', code: supplierCuit } };
const partySchema = 'https://gobl.org/draft-0/org/party';
const invoiceSchema = 'https://gobl.org/draft-0/bill/invoice';

onDatabase('entries as clients of the reference write them', () => {
  let ctx: Context;
  let token: string;
  beforeAll(async () => {
    ctx = await newWorkspace();
    token = await newApiKey(ctx);
  });
  const call = (handler: Endpoint, asked?: Parameters<typeof callRoute>[2]) =>
    callRoute(handler, token, asked);
  const create = (body: unknown) => call(entries.createEntry, { method: 'POST', body });
  const built = (body: unknown) => call(documents.buildDocument, { method: 'POST', body });
  const change = (id: string, body: unknown, headers?: Record<string, string>) =>
    call(entries.changeEntry, { method: 'PATCH', params: { id }, body, ...(headers ? { headers } : {}) });

  test('get their folder from the document, bare or in an envelope', async () => {
    const invoice = { $schema: invoiceSchema, ...classA() };
    const envelope = { $schema: 'https://gobl.org/draft-0/envelope', doc: invoice };
    for (const [data, folder] of [
      [party, 'suppliers'],
      [{ $schema: partySchema, ...party }, 'suppliers'],
      [invoice, 'invoices'],
      [envelope, 'invoices'],
    ]) {
      expect(await create({ data })).toMatchObject({ status: 200, body: { folder } });
      expect((await built({ data })).status).toBe(200);
    }
    const put = { method: 'PUT', params: { id: uuidv7() }, body: { data: invoice } };
    expect(await call(entries.putEntry, put)).toMatchObject({ status: 200, body: { folder: 'invoices' } });
  });

  test.each([
    [
      'of another kind of document',
      { folder: 'suppliers', data: { $schema: invoiceSchema } },
      /^must be invoices /,
    ],
    ['that is not there', { folder: 'sales', data: { $schema: invoiceSchema } }, /^must be invoices /],
    [
      'for a party',
      { folder: 'invoices', data: { $schema: partySchema } },
      /^must be suppliers or customers /,
    ],
    [
      'that is none',
      { folder: 'constructor', data: party },
      /^must be one of suppliers, customers, invoices$/,
    ],
  ])('with a folder %s are refused with the right folder’s name', async (_what, body, folder) => {
    for (const answer of [await create(body), await built(body)]) {
      expect(answer).toMatchObject({
        status: 422,
        body: { fields: { folder: expect.stringMatching(folder) } },
      });
    }
  });

  test('of an unsupported schema are refused with the supported schemas', async () => {
    const answer = await create({ data: { $schema: 'https://gobl.org/draft-0/bill/delivery' } });
    const $schema = `must be ${partySchema} or ${invoiceSchema}`;
    expect(answer).toMatchObject({ status: 422, body: { fields: { data: { $schema } } } });
  });

  test('are built as a document, or as an envelope that can be sent', async () => {
    const bare = (await built({ data: party })).body.data;
    expect(bare.$schema).toBe(partySchema);
    const { body } = await built({ data: party, envelop: true });
    expect(body.data).toMatchObject({
      $schema: 'https://gobl.org/draft-0/envelope',
      head: { uuid: expect.any(String), dig: { alg: 'sha256' } },
      doc: bare,
    });
    const again = await built({ data: body.data, envelop: true });
    expect(again.body).toEqual(body);
    expect((await create({ data: body.data })).body.digest).toEqual(body.data.head.dig);
  });

  test.each([
    ['application/merge-patch+json', { alias: 'Río' }],
    ['application/json-patch+json', [{ op: 'add', path: '/alias', value: 'Río' }]],
    ['application/json', { ...party, alias: 'Río' }],
  ])('are changed by a body that names its type, %s', async (content_type, data) => {
    const { id } = await newSupplier(ctx, party.name);
    const changed = await change(id, { content_type, data, folder: 'suppliers', allow_invalid: false });
    expect(changed).toMatchObject({ status: 200, body: { data: { doc: { ...party, alias: 'Río' } } } });
    const told = { 'content-type': content_type };
    expect((await change(id, { content_type, data }, told)).status).toBe(200);
  });

  test('are not changed by a body that contradicts its header or moves them to another folder', async () => {
    const { id } = await newSupplier(ctx);
    const merging = { 'content-type': 'application/merge-patch+json' };
    const both = await change(id, { content_type: 'application/json-patch+json', data: {} }, merging);
    expect(both).toMatchObject({ status: 422, body: { fields: { content_type: expect.any(String) } } });
    const moved = await change(id, { folder: 'customers', data: party });
    const folder = 'is suppliers and can not be changed: create another entry';
    expect(moved).toMatchObject({ status: 422, body: { fields: { folder } } });
    const { body } = await call(entries.fetchEntry, { params: { id } });
    expect(body.folder).toBe('suppliers');
  });

  test.each([
    ['content_type', 'application/json', 'text/xml'],
    ['allow_invalid', false, true],
    ['sign', false, true],
  ])('accept the default of %s, and refuse any other value by name', async (name, usual, other) => {
    expect((await create({ data: party, [name]: usual })).status).toBe(200);
    const refused = await create({ data: party, [name]: other });
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { [name]: expect.stringContaining(': ') } },
    });
  });

  const statesOf = async (id: string): Promise<{ key: string; created_at: string }[]> =>
    (await call(states.listStates, { params: { id } })).body.list;
  const putState = (id: string, at: string, body: unknown) =>
    call(states.putState, { method: 'PUT', params: { id, at }, body });

  test('take a dated state once, and keep one dated before the latest in the history only', async () => {
    const { id } = await newSupplier(ctx);
    const state = { key: 'draft', notes: 'Falta el domicilio', meta: { by: 'erp' } };
    const at = '2026-03-01T12:00:00.123Z';
    const first = await putState(id, at, state);
    expect(first).toMatchObject({ status: 200, body: { ...state, created_at: at } });
    expect((await putState(id, '2026-03-01T09:00:00.123-03:00', state)).body).toEqual(first.body);
    expect((await putState(id, at, { key: 'error' })).status).toBe(409);
    await putState(id, '2026-02-01T00:00:00Z', { key: 'rejected' });
    expect((await statesOf(id)).map(({ key }) => key)).toEqual(['draft', 'rejected']);
    expect((await call(entries.fetchEntry, { params: { id } })).body.state).toBe('draft');
    await putState(id, '2026-03-02T00:00:00Z', { key: 'completed' });
    expect((await call(entries.fetchEntry, { params: { id } })).body.state).toBe('completed');
  });

  test('take no state of the future or without a valid instant', async () => {
    const { id } = await newSupplier(ctx);
    for (const at of [new Date(Date.now() + 600_000).toISOString(), 'now'])
      expect(await putState(id, at, { key: 'draft' })).toMatchObject({
        status: 422,
        body: { fields: { at: expect.any(String) } },
      });
    expect(await statesOf(id)).toEqual([]);
  });

  test('have their newest version, and no earlier one', async () => {
    const made = (await create({ data: party })).body;
    const fetched = (version: string) => call(entries.fetchVersion, { params: { id: made.id, version } });
    expect((await fetched(made.version)).body).toEqual({ version: made.version, data: made.data });
    await change(made.id, { data: { ...party, alias: 'Río' } });
    expect((await fetched(made.version)).status).toBe(404);
  });
});
