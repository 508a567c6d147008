import { expect, test } from 'vitest';
import { loginPath, safePath } from '#app/(console)/_request.ts';

test.each([
  ['/w/x/suppliers?q=a%20b&page=2', true],
  ['/', true],
  ['/w/x/#top', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['/w/\\x', false],
  ['/\t/evil.example', false],
  ['/\n//evil.example', false],
  ['/\r\n/evil.example', false],
  // As paths they are of this site, and whoever follows what they come to goes to another.
  ['/.//evil.example/', false],
  ['/././/evil.example', false],
  ['/%2e//evil.example/', false],
  ['/%2E//evil.example', false],
  ['/..//evil.example', false],
  ['/.%2e//evil.example', false],
  ['/w/x/../..//evil.example', false],
  ['/w/x/%2e%2e/%2e%2e//evil.example', false],
  ['/.\t//evil.example', false],
  ['/.\\evil.example', false],
  ['https://evil.example', false],
  ['javascript:alert(1)', false],
  ['w/x', false],
  ['', false],
  [`/${'x'.repeat(2_000)}`, false],
  [['/w/x'], false],
  [undefined, false],
])('the return path %j is followed after the login: %s', (path, followed) => {
  expect(safePath(path)).toBe(followed ? path : undefined);
});

test('the login leads back to the page it came from, never to itself', () => {
  expect(loginPath('/w/x?q=1')).toBe('/login?return_to=%2Fw%2Fx%3Fq%3D1');
  expect(loginPath('//evil.example')).toBe('/login');
  expect(loginPath('/login')).toBe('/login');
  expect(loginPath(null)).toBe('/login');
});
