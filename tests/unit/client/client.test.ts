import { expect, test } from 'vitest';
import { createAlta } from '#client/alta.ts';
import { AltaError } from '#client/error.ts';

const alta = (answer: (request: Request) => Response | Promise<Response>, more = {}) =>
  createAlta({
    url: 'https://alta.test/api',
    key: 'secret-key',
    retries: 0,
    fetch: async (input) => answer(input as Request),
    ...more,
  });
const json = (body: unknown, status = 200, headers = {}) => Response.json(body, { status, headers });
const caught = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test('ids go into the path, other values into the body or the query', async () => {
  const asked: string[] = [];
  const { entries, files } = alta(async (request) => {
    asked.push(`${request.method} ${request.url} ${await request.text()}`);
    return json({ list: [] });
  });
  await entries.fetch('a/b');
  await entries.create({ data: { name: 'Río' } });
  await entries.list({ folder: 'suppliers', limit: 2 });
  await files.fetch('e', 'f');
  expect(asked).toEqual([
    'GET https://alta.test/api/silo/v1/entries/a%2Fb ',
    'POST https://alta.test/api/silo/v1/entries {"data":{"name":"Río"}}',
    'GET https://alta.test/api/silo/v1/entries?folder=suppliers&limit=2 ',
    'GET https://alta.test/api/silo/v1/entries/e/files/f ',
  ]);
});

test('every request carries the key, and the idempotency key if one is given', async () => {
  const { jobs } = alta((request) => json(Object.fromEntries(request.headers)));
  const sent = await jobs.retry('id', { idempotencyKey: 'once' });
  expect(sent).toMatchObject({ authorization: 'Bearer secret-key', 'idempotency-key': 'once' });
});

test('a list is iterated page by page, and awaiting it gives the first page', async () => {
  const cursors: (string | null)[] = [];
  const { entries } = alta(({ url }) => {
    const { searchParams } = new URL(url);
    cursors.push(searchParams.get('cursor'));
    const next = { null: 'two', two: 'three' }[String(searchParams.get('cursor'))];
    return json({ list: [{ id: searchParams.get('folder') }], ...(next ? { next_cursor: next } : {}) });
  });
  const ids: string[] = [];
  for await (const { id } of entries.list({ folder: 'invoices' })) ids.push(id);
  expect(ids).toEqual(['invoices', 'invoices', 'invoices']);
  expect(cursors).toEqual([null, 'two', 'three']);
  expect((await entries.list()).next_cursor).toBe('two');
  expect(cursors).toHaveLength(4);
});

test('a problem is an AltaError with all its details', async () => {
  const problem = {
    key: 'validation',
    code: 'other',
    detail: 'Some fields are not valid.',
    fields: { data: { name: 'is missing' } },
    faults: [{ code: 'X', message: 'no', paths: ['$.name'] }],
  };
  const { entries } = alta(() => json(problem, 422, { 'x-request-id': 'r-1', 'retry-after': '3' }));
  const error = await caught(entries.create({ data: {} }));
  expect(error).toBeInstanceOf(AltaError);
  const { detail: _, ...same } = problem;
  expect(error).toMatchObject({
    ...same,
    message: 'Some fields are not valid: $.name no',
    status: 422,
    requestId: 'r-1',
    retryAfterSeconds: 3,
  });
});

test('the message of an error does not say the same twice', async () => {
  const faults = [{ code: 'X', message: 'ARCA does not answer. service: wsfe', paths: [] }];
  const problem = { key: 'conflict', detail: 'ARCA does not answer.', faults };
  expect(await caught(alta(() => json(problem, 409)).ping())).toMatchObject({ message: faults[0]?.message });
});

test.each([
  ['an invoice without a key', 'key', { invoice: {} }],
  ['an invoice with an empty key', 'key', { key: '', invoice: {} }],
  ['an option of another name', 'workflow_id', { key: 'k', invoice: {}, workflow_id: 'abc' }],
  ['a workflow that is not an id', 'workflowId', { key: 'k', invoice: {}, workflowId: 'abc' }],
  ['a supplier’s option of another name', 'mail', { name: 'A', cuit: '30-71555334-8', mail: 'a@b.example' }],
  ['a supplier’s CUIT that is a number', 'cuit', { name: 'A', cuit: 30715553348 }],
])('%s is refused before anything is sent', async (_, field, given) => {
  let requests = 0;
  const { issueInvoice, registerSupplier } = alta(() => {
    requests++;
    return json({}, 500);
  });
  const call = 'cuit' in given ? registerSupplier : issueInvoice;
  expect(await caught(call(given as never))).toMatchObject({
    key: 'validation',
    fields: { [field]: expect.any(String) },
  });
  expect(requests).toBe(0);
});

test.each([
  ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'unreadable', 502],
  [
    'a redirect',
    () => new Response(null, { status: 302, headers: { location: 'https://x.test' } }),
    'unreadable',
    302,
  ],
  [
    'half an answer',
    () => new Response('{"id":', { headers: { 'content-type': 'application/json' } }),
    'unreadable',
    200,
  ],
  ['no connection', () => Promise.reject(new TypeError('fetch failed')), 'network', 0],
] as const)('%s is an AltaError too', async (_, answer, key, status) => {
  const error = await caught(alta(answer).ping());
  expect(error).toBeInstanceOf(AltaError);
  expect(error).toMatchObject({ key, status });
  // The key is nowhere in it.
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret-key');
});

test('a key with its line end is accepted, and one of two lines refused without printing it', async () => {
  let sent: string | null = null;
  const ok = alta(
    ({ headers }) => {
      sent = headers.get('authorization');
      return json({});
    },
    { key: 'secret-key\n' },
  );
  await ok.ping();
  expect(sent).toBe('Bearer secret-key');
  const made = () => alta(() => json({}), { key: 'one\nsecret-key' });
  expect(made).toThrow(/^(?!.*secret-key)The key of Alta/s);
});

test('a timeout is an AltaError, and an abort keeps its own reason', async () => {
  const never = createAlta({
    url: 'https://alta.test',
    key: 'k',
    retries: 0,
    fetch: (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  });
  expect(await caught(never.entries.fetch('x', { timeoutMs: 10 }))).toMatchObject({
    key: 'timeout',
    status: 0,
  });
  const gone = new Error('gone');
  expect(await caught(never.entries.fetch('x', { signal: AbortSignal.abort(gone) }))).toBe(gone);
});
