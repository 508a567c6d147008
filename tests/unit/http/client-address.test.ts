import { expect, onTestFinished, test } from 'vitest';
import { clientAddress } from '#lib/http/client-address.ts';
import { setEnvironment } from '#tests/support/environment.ts';

test.each([
  ['without a proxy, as the server saw it', 0, '203.0.113.7', '203.0.113.7'],
  ['behind one, as that wrote it', 1, '203.0.113.7', '203.0.113.7'],
  ['behind one, whatever its client claims', 1, '127.0.0.1, 203.0.113.7', '203.0.113.7'],
  ['behind two, as the outer one wrote it', 2, '127.0.0.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
  ['behind two, past one of them', 2, '10.0.0.2', 'unknown'],
  ['where nobody says', 1, null, 'unknown'],
])('the client’s address is known %s', (_what, hops, forwarded, address) => {
  onTestFinished(setEnvironment({ ALTA_PROXY_HOPS: String(hops) }));
  expect(clientAddress({ headers: { get: () => forwarded } })).toBe(address);
});
