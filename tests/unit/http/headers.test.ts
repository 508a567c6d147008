import { describe, expect, test } from 'vitest';
import { negotiateFormat } from '#lib/http/body.ts';
import { deprecationHeaders } from '#lib/http/endpoint.ts';
import { idempotentRequestOf } from '#lib/http/idempotency.ts';
import { countUse, limit, usageHeaders } from '#lib/http/rate-limit.ts';

const asking = (headers: Record<string, string>) =>
  new Request('http://alta.test/api/silo/v1/entries', { method: 'POST', headers });

describe('the Accept header', () => {
  test.each(['*/*', 'application/json', 'application/*;q=0.1', 'text/html, application/problem+json', ''])(
    '%j gets an answer',
    (accept) => expect(() => negotiateFormat(asking({ accept }), 'json')).not.toThrow(),
  );

  test.each(['text/html', 'application/xml', 'application/json;q=0', 'nonsense'])(
    '%j gets no JSON',
    (accept) => {
      const refused = expect.objectContaining({ key: 'not-acceptable' });
      expect(() => negotiateFormat(asking({ accept }), 'json')).toThrow(refused);
      expect(() => negotiateFormat(asking({ accept }), 'file')).not.toThrow();
    },
  );

  test.each([
    ['*/*', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['application/pdf', 'file'],
    ['application/octet-stream, image/*', 'file'],
    [undefined, 'file'],
  ])('%j gets the %s where both exist', (accept, given) => {
    expect(negotiateFormat(asking(accept ? { accept } : {}), 'either')).toBe(given);
  });
});

describe('a version that ends', () => {
  const declared = {
    'silo/v1': {
      since: new Date('2027-01-01T00:00:00Z'),
      sunset: new Date('2027-07-01T00:00:00Z'),
      documentation: 'https://alta.example/docs/versions',
      successor: 'https://alta.example/api/silo/v2',
    },
  };
  test('is announced in the headers of RFC 9745 and RFC 8594', () => {
    expect(deprecationHeaders('silo/v1', declared)).toEqual({
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
      link: '<https://alta.example/docs/versions>; rel="deprecation"; type="text/html", <https://alta.example/api/silo/v2>; rel="successor-version"',
    });
  });
  test('a version that goes on has no such headers', () =>
    expect(deprecationHeaders('transform/v1', declared)).toEqual({}));
});

describe('an Idempotency-Key', () => {
  const request = (key: string) => idempotentRequestOf(asking({ 'idempotency-key': key }), { a: 1 });
  test('means the same with and without quotes', () => expect(request('"k"')).toEqual(request('k')));
  test.each(['', 'two words', 'x'.repeat(256)])('that is invalid is refused: %.20j', (key) => {
    expect(() => request(key)).toThrow(expect.objectContaining({ key: 'validation' }));
  });
});

test('a limit gives what is left of it, and at its end the time to come back', async () => {
  const first = await countUse('proof', 'headers.test');
  const other = await countUse('upload', 'headers.test');
  expect(usageHeaders([first, other])).toEqual({
    'ratelimit-policy': '"proof";q=20;w=600, "upload";q=30;w=600',
    ratelimit: '"proof";r=19;t=600, "upload";r=29;t=600',
  });
  for (let use = 1; use < first.points; use += 1) await limit('proof', 'headers.test');
  await expect(limit('proof', 'headers.test')).rejects.toMatchObject({
    key: 'rate-limited',
    retryAfterSeconds: expect.any(Number),
  });
});
