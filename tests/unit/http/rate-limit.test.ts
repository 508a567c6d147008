import { describe, expect, test } from 'vitest';
import { networksOf } from '#lib/http/client-address.ts';
import { limit, limitLogin } from '#lib/http/rate-limit.ts';
import { rateLimits } from '#lib/limits.ts';

test.each([
  ['203.0.113.7', '203.0.113.7', undefined],
  ['::ffff:203.0.113.7', '203.0.113.7', undefined],
  ['::FFFF:cb00:7107', '203.0.113.7', undefined],
  ['203.0.113.7:49152', '203.0.113.7', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['[2001:db8:1:2::1]:49152', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['unknown', 'unknown', undefined],
])('the address %s is counted as %s and %s', (address, network, site) => {
  expect(networksOf(address)).toEqual({ network, ...(site ? { site } : {}) });
});

const refused = { key: 'rate-limited' };

describe('a limit by address', () => {
  const { points } = rateLimits['new-link'];
  /** As often as a limit allows, each time from an address of its own. */
  async function fill(times: number, addressOf: (index: number) => string) {
    for (let index = 0; index < times; index += 1) await limit('new-link', addressOf(index));
  }
  const hex = (index: number) => (index + 1).toString(16);

  test('is shared by all addresses of a /64', async () => {
    await fill(points, (index) => `2001:db8:a:1::${hex(index)}`);
    await expect(limit('new-link', '2001:db8:a:1:ffff::1')).rejects.toMatchObject(refused);
    await limit('new-link', '2001:db8:a:2::1');
  });

  test('is looser for a /48', async () => {
    await fill(16 * points, (index) => `2001:db8:b:${hex(index)}::1`);
    await expect(limit('new-link', '2001:db8:b:ffff::1')).rejects.toMatchObject(refused);
    await limit('new-link', '2001:db8:c:1::1');
  });

  test('treats an IPv4-mapped IPv6 address as IPv4', async () => {
    await fill(points, () => '::ffff:198.51.100.1');
    await expect(limit('new-link', '198.51.100.1')).rejects.toMatchObject(refused);
    await limit('new-link', '::ffff:198.51.100.2');
  });
});

test('login attempts from one /64 count as from one address', async () => {
  const tryFrom = (address: string) => limitLogin('ana@example.com', address);
  for (let tries = 0; tries < rateLimits.login.points; tries += 1) await tryFrom(`2001:db8:d:1::${tries}`);
  await expect(tryFrom('2001:db8:d:1::ffff')).rejects.toMatchObject(refused);
  await tryFrom('2001:db8:d:2::1');
});
