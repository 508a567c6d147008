import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { markThisMachine, mayReadMetrics } from '#lib/http/client-address.ts';

const token = 'a token of the operator';
test.each<[string, string | undefined, { peer?: string; [header: string]: string | undefined }, boolean]>([
  ['from this machine', undefined, { peer: '127.0.0.1' }, true],
  ['from this machine, over IPv6', undefined, { peer: '::1' }, true],
  ['from elsewhere', undefined, { peer: '203.0.113.7' }, false],
  ['from elsewhere, with our mark', undefined, { peer: '203.0.113.7', 'x-alta-this-machine': 'yes' }, false],
  ['from nowhere known', undefined, {}, false],
  [
    'through a proxy on this machine',
    undefined,
    { peer: '127.0.0.1', 'x-forwarded-for': '127.0.0.1' },
    false,
  ],
  [
    'through another proxy on it',
    undefined,
    { peer: '::ffff:127.0.0.1', forwarded: 'for=203.0.113.7' },
    false,
  ],
  ['through nginx as many configure it', undefined, { peer: '127.0.0.1', 'x-real-ip': '203.0.113.7' }, false],
  ['through a proxy that adds little', undefined, { peer: '127.0.0.1', via: '1.1 proxy' }, false],
  ['with the token', token, { authorization: 'Bearer a-token' }, false],
  ['with the token', 'a-token-of-the-operator', { authorization: 'Bearer a-token-of-the-operator' }, true],
  ['from this machine, where a token is asked for', token, { peer: '127.0.0.1' }, false],
])('access to the metrics is checked %s', (_who, configured, { peer, ...headers }, may) => {
  const request = { headers: { ...headers } as Record<string, string>, socket: { remoteAddress: peer } };
  markThisMachine(request as unknown as IncomingMessage);
  expect(mayReadMetrics({ headers: new Headers(request.headers) }, configured)).toBe(may);
});
