import { expect, test } from 'vitest';
import { isInNetworks, normalizeNetwork } from '#lib/accounts/api-keys.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['2001:DB8:0::1', '2001:db8::1'],
  ['2001:db8:1:2::3/48', '2001:db8:1::/48'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
  ['10.1', undefined],
  ['0x7f000001', undefined],
  ['203.0.113.7/33', undefined],
  ['example.com', undefined],
  ['', undefined],
])('the allowed address %s is stored as %s', (written, kept) => {
  expect(normalizeNetwork(written)).toBe(kept);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24', true],
  ['::ffff:203.0.113.7', '203.0.113.0/24', true],
  ['203.0.114.7', '203.0.113.0/24', false],
  ['2001:db8:1::5', '2001:db8:1::/48', true],
  ['2001:db8:2::5', '2001:db8:1::/48', false],
  ['2001:db8:1::5', '0.0.0.0/0', false],
  ['203.0.113.7', '::/0', false],
  ['unknown', '0.0.0.0/0', false],
])('a caller at %s is within %s: %s', (address, network, is) => {
  expect(isInNetworks(address, [network])).toBe(is);
});
