import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { secretFor, signatureOf } from '#lib/webhooks/signature.ts';
import { clientLanguages } from '#tests/support/client-languages.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const other = `whsec_${Buffer.from('another of twenty-four byte').toString('base64')}`;
const now = new Date('2026-11-21T10:00:00Z');
const seconds = now.getTime() / 1_000;
const payload = JSON.stringify({ id: 'm-1', event: 'registration.completed', faults: [], name: 'Río' });
const headersBy = (...secrets: string[]) => ({
  'Webhook-Id': 'm-1',
  'Webhook-Timestamp': String(seconds),
  'Webhook-Signature': signatureOf(secrets, 'm-1', now, payload),
});
const verified = { result: JSON.parse(payload) };
const refused = {
  error: {
    key: 'unauthorised',
    message: expect.stringMatching(/^The message is not from Alta: [^.A-Z]+\.$/),
  },
};

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}
/** Answers with each of these in turn, and returns the requests. */
async function serving(
  answers: { status: number; headers?: Record<string, string>; body?: unknown }[],
  work: (url: string) => Promise<void>,
): Promise<Received[]> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ method: request.method, url: request.url, headers: request.headers, body });
    const { status, headers = {}, body: sent } = answers[received.length - 1] ?? { status: 500 };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(sent === undefined ? undefined : typeof sent === 'string' ? sent : JSON.stringify(sent));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
  return received;
}

describe.each(clientLanguages)('the client for $language', ({ isThere, run, runAll }) => {
  test.skipIf(!isThere)('verifies messages as the TypeScript client does', async () => {
    const verify = (args: object) => ({
      name: 'verify',
      args: { payload, headers: headersBy(secret), secret, now: seconds, ...args },
    });
    const ofServer = Object.fromEntries(
      Object.entries(headersBy(secret)).map(([name, value]) => [
        `HTTP_${name.toUpperCase().replace('-', '_')}`,
        value,
      ]),
    );
    const outcomes = await runAll([
      verify({}),
      verify({ headers: ofServer }),
      verify({ headers: headersBy(other, secret) }),
      verify({ secret: [other, secret] }),
      verify({ headers: headersBy(other) }),
      verify({ payload: `${payload} ` }),
      verify({ headers: { ...headersBy(secret), 'Webhook-Id': 'm-2' } }),
      verify({ headers: { ...headersBy(secret), 'Webhook-Signature': 'v1,€ v1,' } }),
      verify({ headers: {} }),
      verify({ now: seconds + 360 }),
      verify({ now: seconds - 360 }),
      verify({ secret: 'whsec_' }),
      verify({ secret: 'abc' }),
      verify({ secret: [null] }),
    ]);
    const misused = { misuse: expect.stringContaining('whsec_') };
    expect(outcomes).toMatchObject([
      ...Array(4).fill(verified),
      ...Array(7).fill(refused),
      ...Array(3).fill(misused),
    ]);
  });

  test.skipIf(!isThere)('verifies a return, and refuses a changed one', async () => {
    const address = new URL('https://you.example/done?mine=1');
    const signature = signatureOf([secretFor('return_url', secret)], 'entry-1', now, '"registered"');
    const given = { silo_entry_id: 'entry-1', status: 'registered', timestamp: String(seconds), signature };
    for (const [name, value] of Object.entries(given)) address.searchParams.set(name, value);
    const verify = (text: string) =>
      run({ name: 'verify_return', args: { address: text, secret: [other, secret], now: seconds } });
    const result = { entry_id: 'entry-1', status: 'registered' };
    expect(await verify(address.href)).toMatchObject({ result });
    expect(await verify(`/done${address.search}`)).toMatchObject({ result });
    address.searchParams.set('status', 'pending');
    expect(await verify(address.href)).toMatchObject({ error: { key: 'unauthorised' } });
  });

  test.skipIf(!isThere)('repeats a refused request with the same idempotency key', async () => {
    const wait = { 'retry-after': '0' };
    const received = await serving(
      [
        { status: 503, headers: wait },
        { status: 429, headers: wait },
        { status: 200, body: { id: 'e' } },
      ],
      async (url) => {
        const call = { name: 'create_entry', args: { body: { data: { name: 'Río' } } } };
        expect(await run(call, { url: `${url}/api/`, key: 'k' })).toMatchObject({ result: { id: 'e' } });
      },
    );
    expect(received.map(({ method, url }) => [method, url])).toEqual(
      Array(3).fill(['POST', '/api/silo/v1/entries']),
    );
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^.{32,}$/)));
    expect(new Set(keys).size).toBe(1);
    expect(received[2]).toMatchObject({
      headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
    });
    expect(JSON.parse(received[2]?.body ?? '')).toEqual({ data: { name: 'Río' } });
  });

  test.skipIf(!isThere)('does not repeat what may have been done, nor follow another’s address', async () => {
    const one = (answer: Parameters<typeof serving>[0][number], name: string, args: object) =>
      serving([answer], async (url) => {
        expect(await run({ name, args: { ...args } }, { url, key: 'k' })).toMatchObject({
          error: { key: 'unreadable', status: answer.status },
        });
      });
    const change = ['change_entry', { id: 'a/b', body: { data: {} } }] as const;
    const received = [
      ...(await one({ status: 502, body: '<html>' }, ...change)),
      ...(await one({ status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'ping', {})),
      ...(await one({ status: 200, body: '<html>' }, 'ping', {})),
    ];
    expect(received.map(({ url }) => url)).toEqual([
      '/api/silo/v1/entries/a%2Fb',
      '/api/utils/v1/ping',
      '/api/utils/v1/ping',
    ]);
  });

  test.skipIf(!isThere)(
    'accepts a key read from a file with its line end, and prints no key in an error',
    async () => {
      const received = await serving([{ status: 200, body: {} }], async (url) => {
        await run({ name: 'ping' }, { url, key: 'alta_sandbox_secret\n' });
      });
      expect(received[0]?.headers.authorization).toBe('Bearer alta_sandbox_secret');
      const broken = await run({ name: 'ping' }, { url: 'http://unused.test', key: 'alta_sandbox\nsecret' });
      expect(broken).toMatchObject({ misuse: expect.stringContaining('The key of Alta') });
      expect(JSON.stringify(broken)).not.toContain('secret');
      const { error } = await run(
        { name: 'ping', client: { retries: 0 } },
        { url: 'http://127.0.0.1:9', key: 'alta_sandbox_secret' },
      );
      expect(error).toMatchObject({ key: 'network' });
      expect(JSON.stringify(error)).not.toContain('secret');
    },
  );

  test.skipIf(!isThere)(
    'refuses an invoice without a key and an invalid workflow before it asks',
    async () => {
      const supplier = { name: 'Almacén', cuit: '30-71555334-8' };
      const received = await serving([], async (url) => {
        const invalid = async (name: string, args: object) =>
          (await run({ name, args: { ...args } }, { url, key: 'k' })).error;
        const field = { key: 'validation', message: expect.stringMatching(/^workflow_?id must be/i) };
        expect(await invalid('issue_invoice', { key: '', invoice: {} })).toMatchObject({
          key: 'validation',
          fields: { key: expect.stringContaining('order number') },
        });
        expect(await invalid('issue_invoice', { key: 'k', invoice: {}, workflow_id: 'abc' })).toMatchObject(
          field,
        );
        expect(await invalid('register_supplier', { ...supplier, workflow_id: 'abc' })).toMatchObject(field);
      });
      expect(received).toEqual([]);
    },
  );

  test.skipIf(!isThere)('does not say the same twice in the message of an error', async () => {
    const detail = 'ARCA does not answer.';
    const answers = ['ARCA does not answer. service: wsfe', 'It is closed.'].map((message) => ({
      status: 409,
      body: { key: 'conflict', detail, faults: [{ paths: [], code: 'X', message }] },
    }));
    const messages: unknown[] = [];
    await serving(answers, async (url) => {
      for (const _ of answers) messages.push((await run({ name: 'ping' }, { url, key: 'k' })).error?.message);
    });
    expect(messages).toEqual(['ARCA does not answer. service: wsfe', 'ARCA does not answer: It is closed.']);
  });

  test.skipIf(!isThere)('goes through all pages of a list', async () => {
    const received = await serving(
      [
        { status: 200, body: { list: [1, 2], limit: 2, next_cursor: 'c&1' } },
        { status: 200, body: { list: [3], limit: 2 } },
      ],
      async (url) => {
        const call = { name: 'list_entries', args: { folder: 'invoices', limit: 2, archived: true } };
        expect(await run(call, { url, key: 'k' })).toMatchObject({ result: [1, 2, 3] });
      },
    );
    expect(
      received.map(({ url }) => Object.fromEntries(new URL(url ?? '', 'http://a').searchParams)),
    ).toEqual([
      { folder: 'invoices', limit: '2', archived: 'true' },
      { folder: 'invoices', limit: '2', archived: 'true', cursor: 'c&1' },
    ]);
  });

  test.skipIf(!isThere)('has an error for a server that is late, and for one that is not there', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const ping = { name: 'ping', client: { retries: 0, timeout_seconds: 0.3 } };
    expect(await run(ping, { url, key: 'k' })).toMatchObject({ error: { key: 'timeout', status: 0 } });
    silent.closeAllConnections();
    await new Promise((closed) => silent.close(closed));
    expect(await run(ping, { url, key: 'k' })).toMatchObject({ error: { key: 'network', status: 0 } });
  });
});
