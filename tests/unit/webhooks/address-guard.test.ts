import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddressRules,
  addressFault,
  configuredRules,
  isPublicAddress,
} from '#lib/webhooks/address-guard.ts';

const rules: AddressRules = { loopback: 'refuse', ports: [443, 8443] };
const development: AddressRules = { ...rules, loopback: 'allow' };

const words = (text: string) => text.trim().split(/\s+/);

const refusedAddresses = words(`
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.255.255.254 169.254.0.1
  169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255
  198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
  :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::ffff:8.8.8.8 ::ffff:0:10.0.0.1
  64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::10.0.0.1 100::1 100:0:0:1::1 2001::1 2001:0:7f00:1:: 2001:2::1
  2001:20::1 2001:db8::1 2002:7f00:1:: 2002:a00:1::1 3fff::1 4000::1 5f00::1 fc00::1 fd00::1 fd12:3456:789a::1
  fe80::1 fec0::1 ff02::1`);

const noAddresses = words(`
  localhost example.com 8.8.8 8.8.8.8.8 8.8.8.256 08.8.8.8 0x08080808 134744072 [2606:4700::1111]
  2606:4700::1111%eth0 fe80::1%1 2606:4700::1111/64 8.8.8.8:443`);

const publicAddresses = words(`
  1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.167.1.1 198.17.255.255 223.255.255.254
  2606:4700:4700::1111 2a00:1450::1 2800:40::1`);

describe('an address', () => {
  it.each(refusedAddresses)('%s is not public', (address) => {
    expect(isIP(address)).not.toBe(0);
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['', ' ', ' 8.8.8.8', ...noAddresses])('%j is not a public one', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });

  it.each(publicAddresses)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
});

const hosts = (text: string) => words(text).map((host) => `https://${host}/`);

/** By the words that say why. */
const refusedUrls = Object.entries({
  complete: [
    ...['', ' ', 'https://exa mple.com'],
    ...words(`example.com //example.com https:// https://example.com:99999 https://[fe80::1%25eth0]/ https://[::1
      https://1.2.3.4.5 https://256.1.1.1`),
  ],
  'https://': words(`
    http://example.com ftp://example.com file:///etc/passwd javascript:alert(1) gopher://example.com
    data:text/plain,x ws://example.com http://127.0.0.1`),
  password: hosts('user@example.com user:word@example.com :word@example.com example.com@127.0.0.1'),
  'port 443 or 8443': hosts('example.com:80 example.com:22 example.com:5432 8.8.8.8:0'),
  '2048': [`https://example.com/${'x'.repeat(2_030)}`],
  'a public address': hosts(`
    127.0.0.1 127.0.0.1. 127.0.0.1.. 127.1 0x7f.1 0x7f000001 2130706433 017700000001 0177.0.0.1 %31%32%37.0.0.1
    １２７.0.0.1 127。0。0。1 0 0.0.0.0 10.0.0.1 192.168.0.1:8443 169.254.169.254 0xa9fea9fe 2852039166
    100.100.100.200 [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:0:0:1] [fd00:ec2::254] [fe80::1]
    [64:ff9b::a9fe:a9fe] [2002:7f00:1::]`),
  'the local network': hosts(`
    localhost LOCALHOST localhost. localhost.. ⓛocalhost a.localhost a.localhost. printer.local printer.local.
    metadata.google.internal x.internal. nas.home.arpa intranet intranet. . ..`),
}).flatMap(([fault, urls]) => urls.map((url): [string, string] => [url, fault]));

const acceptedUrls = [
  ...hosts('example.com example.com. hooks.example.com:8443 8.8.8.8 [2606:4700:4700::1111] ñandú.ar'),
  ...hosts('localhost.example.com notlocal.com internal.com.ar 8.8.8.8.nip.io'),
  ...words('https://example.com HTTPS://EXAMPLE.COM https://example.com:443/hooks?x=1#y'),
];

describe("a webhook's URL", () => {
  it.each(refusedUrls)('%s is refused', (url, fault) =>
    expect(addressFault(url, rules)?.message).toContain(fault),
  );

  it('without TLS is refused, with a different reason in development', () => {
    const plain = 'http://127.0.0.2.example.com';
    expect(addressFault(plain, rules)?.why).toBe('https');
    expect(addressFault(plain, development)?.why).toBe('https-elsewhere');
  });

  it.each(acceptedUrls)('%s is accepted', (url) => expect(addressFault(url, rules)).toBeUndefined());

  it.each(words('localhost a.localhost. 127.0.0.1 127.8.8.8 0x7f.1 [::1]'))(
    'may be %s in development, without TLS and on any port',
    (host) => {
      expect(addressFault(`http://${host}:3999/hook`, development)).toBeUndefined();
      expect(addressFault(`https://${host}/hook`, development)).toBeUndefined();
      expect(addressFault(`https://${host}/hook`, rules)).toBeDefined();
    },
  );

  it.each(
    words(`http://example.com https://example.com:3999 https://10.0.0.1 http://0.0.0.0 ftp://localhost
      https://[::ffff:127.0.0.1] http://user@localhost https://169.254.169.254 https://intranet`),
  )('%s is refused in development too', (url) => expect(addressFault(url, development)).toBeDefined());

  it('follows the configuration, which refuses this machine by default', () => {
    expect(configuredRules()).toEqual(rules);
    expect(addressFault('http://localhost:3999')).toBeDefined();
  });

  it('of any text has a reason or none and never throws', () => {
    const host = fc.oneof(
      fc.ipV4(),
      fc.ipV4Extended(),
      fc.ipV6().map((v6) => `[${v6}]`),
      fc.domain(),
      fc.string(),
    );
    const url = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      host.map((name) => `https://${name}/`),
    );
    fc.assert(
      fc.property(url, fc.constantFrom(rules, development), (text, chosen) => {
        expect(['string', 'undefined']).toContain(typeof addressFault(text, chosen)?.why);
        expect(typeof isPublicAddress(text)).toBe('boolean');
      }),
      { seed: 20_261_201, numRuns: 2_000 },
    );
  });
});
