import { beforeAll, describe, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { type ApiClient, apiClient } from '#tests/support/api-client.ts';
import { breachesOf } from '#tests/support/contract.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newApiKey, newSupplier, newWorkspace } from '#tests/support/workspace.ts';
import { writtenRequest } from '#tests/support/written-request.ts';

async function seed() {
  const ctx = await newWorkspace();
  return { key: await newApiKey(ctx), entry: (await newSupplier(ctx)).id };
}

onServer('a failure', { seed }, (server) => {
  let call: ApiClient;
  beforeAll(() => {
    call = apiClient(server().alta.origin, server().seeded.key);
  });
  const supplier = { data: { name: 'A', tax_id: { country: 'AR', code: '30712345671' } } };

  const cases: [string, number, string, () => ReturnType<ApiClient>][] = [
    ['an unknown path', 404, 'not-found', () => call('GET', '/silo/v9/entries')],
    ['a path below the API that is none', 404, 'not-found', () => call('POST', '/nothing', {})],
    [
      'a method that is not for the path',
      405,
      'method-not-allowed',
      () => call('DELETE', '/silo/v1/entries'),
    ],
    [
      'the same without a key',
      405,
      'method-not-allowed',
      () => apiClient(server().alta.origin)('PUT', '/utils/v1/ping'),
    ],
    [
      'a type that is not answered',
      406,
      'not-acceptable',
      () => call('GET', '/silo/v1/entries', undefined, { accept: 'text/html' }),
    ],
    [
      'a body of 2 MiB',
      413,
      'too-large',
      () => call('POST', '/silo/v1/entries', `"${'x'.repeat(2_097_152)}"`),
    ],
    [
      'an address of 5,000 characters',
      414,
      'address-too-long',
      () => call('GET', `/silo/v1/entries?cursor=${'x'.repeat(5_000)}`),
    ],
    [
      'another content type',
      415,
      'unsupported-media-type',
      () => call('POST', '/silo/v1/entries', 'x', { 'content-type': 'text/plain' }),
    ],
    ['a body that is no JSON', 400, 'input', () => call('POST', '/silo/v1/entries', '{')],
    [
      'JSON of a hundred levels',
      400,
      'input',
      () => call('POST', '/silo/v1/entries', '['.repeat(100) + ']'.repeat(100)),
    ],
    [
      'a query parameter given twice',
      422,
      'validation',
      () => call('GET', '/silo/v1/entries?limit=1&limit=2'),
    ],
    [
      'a name that reaches a prototype',
      422,
      'validation',
      () => call('POST', '/silo/v1/entries', '{"data":{"__proto__":{"a":1}}}'),
    ],
    [
      'an Idempotency-Key that is none',
      422,
      'validation',
      () => call('POST', '/silo/v1/entries', supplier, { 'idempotency-key': 'a b' }),
    ],
  ];
  test.each(cases)('%s is a problem: %i %s', async (_what, status, key, ask) => {
    const answer = await ask();
    expect(answer).toMatchObject({ status, body: { status, key, title: expect.any(String) } });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
    expect(answer.body.instance).toMatch(/^\/api\//);
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|select |postgres|next/i);
    if (status === 405) expect(answer.headers.get('allow')).toMatch(/GET/);
  });

  describe('of validation', () => {
    const invoice = {
      $schema: 'https://gobl.org/draft-0/bill/invoice',
      series: '1',
      supplier: { name: 'A', tax_id: { country: 'AR', code: '30712345671' } },
      customer: { name: 'Ana' },
      lines: [
        { quantity: '1', item: { name: 'Pan', price: '100' }, taxes: [{ cat: 'VAT', percent: '21%' }] },
      ],
    };
    const post = (data: object) => call('POST', '/silo/v1/entries', { data });
    const nobody = '00000000-0000-4000-8000-000000000000';
    const tax_id = (code: unknown, country = 'AR') => ({ name: 'A', tax_id: { country, code } });

    test.each<[string, () => ReturnType<ApiClient>, code: string, message: RegExp, paths: string[]]>([
      [
        'a CUIT as a number',
        () => post(tax_id(30712345671)),
        'invalid-type',
        /^must be a string$/,
        ['$.tax_id.code'],
      ],
      ['no CUIT', () => post(tax_id(undefined)), 'required', /^is required$/, ['$.tax_id.code']],
      [
        'a foreign supplier',
        () => post(tax_id('B12345678', 'ES')),
        'not-argentine',
        /must be AR/,
        ['$.tax_id.country'],
      ],
      [
        'a line that does not say whether goods are sold',
        () => post(invoice),
        'GOBL-AR-ARCA-BILL-INVOICE-15',
        /a line without item\.key counts as a service; set lines\[0\]\.item\.key to "goods"/,
        ['$.ordering', '$.lines[0].item.key'],
      ],
      [
        'an unknown folder in a list',
        () => call('GET', '/silo/v1/entries?folder=nope'),
        'invalid-value',
        /must be one of suppliers, customers, invoices/,
        ['$query.folder'],
      ],
      [
        'a cursor that is none',
        () => call('GET', '/silo/v1/entries?cursor=x'),
        'invalid',
        /is not a cursor/,
        ['$query.cursor'],
      ],
      [
        'an id that is none',
        () => call('GET', '/silo/v1/entries/x'),
        'invalid-format',
        /must be a UUID/,
        ['$path.id'],
      ],
      [
        'an id that is none, by the name of the reference',
        () => call('GET', '/apps/gov-ar/v1/entry/x/registration'),
        'invalid-format',
        /must be a UUID/,
        ['$path.silo_entry_id'],
      ],
      [
        'an instant that is none',
        () => call('GET', '/silo/v1/entries?created_at=yesterday'),
        'invalid-format',
        /^must be an instant such as/,
        ['$query.created_at'],
      ],
      [
        'an unsupported schema',
        () => post({ $schema: 'https://gobl.org/draft-0/bill/delivery' }),
        'invalid-value',
        /^must be https/,
        ['$.$schema'],
      ],
      [
        'a missing event',
        () => call('POST', '/access/v1/simulate', {}),
        'required',
        /^is required$/,
        ['$.event'],
      ],
      [
        'an unknown event',
        () => call('POST', '/access/v1/simulate', { event: 'nope' }),
        'invalid-value',
        /^must be one of certificate-issued, .*, authority-down$/,
        ['$.event'],
      ],
      [
        'a number as a string',
        () => call('POST', `/apps/gov-ar/v1/entry/${nobody}/link`, { expires_in: '15' }),
        'invalid-type',
        /^must be a number$/,
        ['$.expires_in'],
      ],
      [
        'an entry that does not exist',
        () => call('POST', '/transform/v1/jobs', { silo_entry_id: nobody }),
        'not-found',
        /^was not found$/,
        ['$.silo_entry_id'],
      ],
      [
        'a parameter given twice',
        () => call('GET', '/silo/v1/entries?limit=1&limit=2'),
        'repeated',
        /is repeated/,
        ['$query.limit'],
      ],
      [
        'an Idempotency-Key with a space',
        () => call('POST', '/silo/v1/entries', supplier, { 'idempotency-key': 'a b' }),
        'invalid-format',
        /visible ASCII/,
        ['$header.Idempotency-Key'],
      ],
    ])('of %s has its code, its reason and its path', async (_what, ask, code, message, paths) => {
      const { status, body } = await ask();
      expect(status).toBe(422);
      expect(body.faults[0]).toMatchObject({ code, message: expect.stringMatching(message), paths });
      expect(body.fields).toBeDefined();
      const isShared = body.faults.every((fault: { code: string }) => fault.code === code);
      expect(body.code).toBe(isShared ? code : undefined);
      const row = isShared ? `code-${code}` : 'key-validation';
      expect(body.type).toBe(`${server().alta.origin}/docs/errors#${row}`);
    });

    test('of the whole body names no field', async () => {
      const { body } = await call('POST', '/silo/v1/entries', []);
      expect(body).toMatchObject({ code: 'invalid-type', faults: [{ paths: ['$'] }] });
      expect(body.fields).toBeUndefined();
    });

    test('of several kinds has no code, and a type that opens the errors page at its key', async () => {
      const { body } = await post({ name: 5, tax_id: { country: 'AR' } });
      expect(body.code).toBeUndefined();
      expect(body.type).toBe(`${server().alta.origin}/docs/errors#key-validation`);
    });

    test('spares the sale to a final consumer of whom only the name is known', async () => {
      const [line] = invoice.lines;
      const lines = [{ ...line, item: { ...line?.item, key: 'goods' } }];
      expect(await post({ ...invoice, lines })).toMatchObject({ status: 200 });
    });

    test('has a type that opens the errors page at its code', async () => {
      const { origin } = server().alta;
      const { body } = await post(tax_id(30712345671));
      expect(body.type).toBe(`${origin}/docs/errors#code-invalid-type`);
      const missing = await call('GET', `/apps/gov-ar/v1/entry/${server().seeded.entry}/link`);
      expect(missing.body.type).toBe(`${origin}/docs/errors#code-${missing.body.code}`);
      const page = await (await fetchPage(`${origin}/docs/errors`)).text();
      for (const id of ['key-validation', `code-${missing.body.code}`, 'code-invalid-type'])
        expect(page).toContain(`id="${id}"`);
    });
  });

  const written = (head: string) => writtenRequest(server().alta.origin, head);

  test('an unknown method is a problem', async () => {
    const path = '/api/utils/v1/ping';
    const answer = await written(`PROPFIND ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringContaining('PATCH')]);
    expect(breachesOf({ method: 'PROPFIND', path, ...answer })).toEqual([]);
  });

  test('a foreign host is a problem', async () => {
    const path = '/api/utils/v1/ping';
    const answer = await written(`GET ${path} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`);
    expect(answer.status).toBe(421);
    expect(breachesOf({ method: 'GET', path, ...answer })).toEqual([]);
  });

  test('a form that another site sends to the Console is a problem of the client’s', async () => {
    const { origin, output } = server().alta;
    for (const from of ['https://evil.example', 'null', 'no address']) {
      const answer = await fetchPage(`${origin}/login`, {
        method: 'POST',
        headers: { origin: from, 'next-action': '0'.repeat(42) },
        body: new URLSearchParams({ email: 'a@example.com' }),
      });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'application/problem+json']);
    }
    expect(output()).not.toMatch(/evil\.example|does not match/);
  });

  test.each([
    ['an id of a megabyte in the path', `GET /api/silo/v1/entries/${'x'.repeat(1_048_576)} HTTP/1.1\r\n\r\n`],
    ['a header of a megabyte', `GET /api/utils/v1/ping HTTP/1.1\r\nx: ${'x'.repeat(1_048_576)}\r\n\r\n`],
    ['no HTTP', 'nonsense\r\n\r\n'],
  ])('%s is a problem', async (_, head) => {
    const answer = await written(head);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(JSON.parse(answer.text)).toMatchObject({ key: 'input', request_id: expect.any(String) });
  });

  test.each([
    ['in a body', () => call('POST', '/transform/v1/jobs', { workflow_id: long, silo_entry_id: long })],
    ['as an Idempotency-Key', () => call('POST', '/silo/v1/entries', supplier, { 'idempotency-key': key })],
  ])('an id of a megabyte %s is refused by name', async (_, ask) => {
    expect(await ask()).toMatchObject({ status: 422, body: { key: 'validation' } });
  });
  const [long, key] = ['x'.repeat(500_000), 'x'.repeat(8_000)];

  describe('of authentication', () => {
    test('shows the remaining tries of a client without a key', async () => {
      const stranger = apiClient(server().alta.origin);
      const first = await stranger('GET', '/utils/v1/ping');
      expect(first.headers.get('ratelimit')).toMatch(/^"failed-authentication";r=\d+;t=\d+, "api-address";/);
    });
  });

  test('HEAD and OPTIONS answer with the methods of a path', async () => {
    const options = await call('OPTIONS', '/silo/v1/entries');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    const head = await call('HEAD', '/silo/v1/entries');
    expect([head.status, head.body]).toEqual([200, '']);
  });
});
