import { expect, test } from 'vitest';
import { mayReadMetrics } from '#lib/http/client-address.ts';

const token = 'a token of the operator';
test.each([
  ['from this machine', undefined, { 'x-forwarded-for': '127.0.0.1' }, true],
  ['from this machine, over IPv6', undefined, { 'x-forwarded-for': '::1' }, true],
  ['from elsewhere', undefined, { 'x-forwarded-for': '203.0.113.7' }, false],
  ['from nowhere known', undefined, {}, false],
  ['with the token', token, { authorization: 'Bearer a-token' }, false],
  ['with the token', 'a-token-of-the-operator', { authorization: 'Bearer a-token-of-the-operator' }, true],
  ['from this machine, where a token is asked for', token, { 'x-forwarded-for': '127.0.0.1' }, false],
])('access to the metrics is checked %s', (_who, configured, headers, may) => {
  expect(mayReadMetrics({ headers: new Headers(headers as Record<string, string>) }, configured)).toBe(may);
});
