import { describe, expect, test } from 'vitest';
import { readEnv } from '#lib/env.ts';
import { hostNames, isOwnHost } from '#lib/http/hosts.ts';

const names = hostNames(
  readEnv({ ALTA_ORIGIN: 'https://Alta.example.com:8443', ALTA_HOSTS: 'alta-internal, [FD00::7]' }),
);

describe('a page', () => {
  test.each([
    ['alta.example.com'],
    ['ALTA.example.com:443'],
    ['alta-internal:3000'],
    ['[fd00::7]:3000'],
    ['localhost'],
    ['127.0.0.1:3000'],
    ['[::1]:3000'],
  ])('is served for the host %s', (host) => expect(isOwnHost(host, '/login', names)).toBe(true));

  test.each([
    ['evil.example'],
    ['alta.example.com.evil.example'],
    ['evil.alta.example.com'],
    ['localhost.evil.example'],
    ['127.0.0.1.evil.example'],
    ['evil.example:80@localhost'],
    ['localhost, evil.example'],
    ['localhost/evil.example'],
    ['localhost:3000:3000'],
    ['10.0.0.7:3000'],
    ['[fd00::8]'],
    [''],
  ])('is not served for the host %j', (host) => expect(isOwnHost(host, '/login', names)).toBe(false));
});

test.each([
  ['/api/health/live', 'evil.example', true],
  ['/api/health/ready', '10.0.0.7:3000', true],
  ['/api/health/readyx', 'evil.example', false],
  ['/api/metrics', '10.0.0.7:3000', true],
  ['/api/metrics', '[fd00::8]:3000', true],
  ['/api/metrics', 'evil.example', false],
])('the path %s for the host %s is served: %s', (path, host, isServed) =>
  expect(isOwnHost(host, path, names)).toBe(isServed),
);

test.each(['https://alta.example.com', 'alta:3000', 'a b'])(
  'an invalid host name is refused: %j',
  (ALTA_HOSTS) => expect(() => readEnv({ ALTA_HOSTS })).toThrow('ALTA_HOSTS'),
);
