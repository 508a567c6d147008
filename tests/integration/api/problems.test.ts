import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { onEachServer } from '../../support/alta.ts';
import { type ApiClient, apiClient } from '../../support/api-client.ts';
import { newApiKey, newSupplier, newWorkspace } from '../../support/workspace.ts';

async function seed() {
  const ctx = await newWorkspace();
  return { key: await newApiKey(ctx), entry: (await newSupplier(ctx)).id };
}

onEachServer('a failure', { seed }, (server) => {
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

  test('a method that nobody knows is one too', async () => {
    const { hostname, port } = new URL(server().alta.origin);
    const answer = await new Promise<{ status: number | undefined; allow: string | undefined; text: string }>(
      (resolve, reject) => {
        const asked = request(
          { hostname, port, path: '/api/utils/v1/ping', method: 'PROPFIND' },
          (response) => {
            let text = '';
            response.on('data', (chunk) => (text += String(chunk)));
            response.on('end', () =>
              resolve({ status: response.statusCode, allow: response.headers.allow, text }),
            );
          },
        );
        asked.once('error', reject).end();
      },
    );
    expect([answer.status, answer.allow?.includes('PATCH')]).toEqual([405, true]);
    expect(JSON.parse(answer.text)).toMatchObject({ key: 'method-not-allowed' });
  });

  describe('of too many requests', () => {
    test('without a key says when to come back', async () => {
      const stranger = apiClient(server().alta.origin);
      const first = await stranger('GET', '/utils/v1/ping');
      expect(first.headers.get('ratelimit')).toMatch(/^"failed-authentication";r=\d+;t=\d+, "api-address";/);
    });
  });

  test('HEAD and OPTIONS tell what a path takes', async () => {
    const options = await call('OPTIONS', '/silo/v1/entries');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    const head = await call('HEAD', '/silo/v1/entries');
    expect([head.status, head.body]).toEqual([200, '']);
  });
});
