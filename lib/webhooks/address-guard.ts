import dns, { type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { env } from '#lib/env.ts';

/** Where a webhook may go, besides https on a public address at one of `ports`. */
export interface AddressRules {
  /** `allow` opens this machine: http too, on any port. For development only. */
  loopback: 'allow' | 'refuse';
  ports: number[];
}

/** How a name becomes addresses; `dns.lookup`, except in tests. */
export type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const longestUrl = 2_048;

/** What RFC 6761, 6762, 8375 and ICANN (`internal`) keep out of the public DNS. */
const localName = /^(.+\.)?(localhost|local|internal|home\.arpa)$/;

/** What IANA hands out as global unicast; the rest of IPv6 is reserved, or not routed. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

export const configuredRules = (): AddressRules => ({
  loopback: env().WEBHOOK_LOOPBACK,
  ports: env().WEBHOOK_PORTS,
});

export interface AddressFault {
  /** `https-elsewhere`: plain http goes to this machine only, where that is allowed at all. */
  why: 'too-long' | 'incomplete' | 'credentials' | 'https' | 'https-elsewhere' | 'port' | 'not-public';
  /** The end of a sentence that begins with the field. */
  message: string;
}

/**
 * What is wrong with a webhook's URL; undefined when nothing is. No name is resolved here: what a name leads to is
 * judged at each attempt, by `vettedLookup`.
 */
export function addressFault(url: string, rules: AddressRules = configuredRules()): AddressFault | undefined {
  if (url.length > longestUrl) {
    return { why: 'too-long', message: `must have at most ${longestUrl} characters` };
  }
  // Odd spellings of an address (0x7f.1, 2130706433, full-width digits) are the plain one after this.
  const parsed = URL.parse(url);
  if (!parsed) {
    return { why: 'incomplete', message: 'must be a complete URL, as https://example.com/webhooks' };
  }
  if (parsed.username || parsed.password) {
    return { why: 'credentials', message: 'must not contain a user name or password' };
  }
  const host = bareHost(parsed.hostname);
  const mayBePlain = rules.loopback === 'allow' && isLoopbackHost(host);
  if (parsed.protocol !== 'https:' && !(mayBePlain && parsed.protocol === 'http:')) {
    const why = rules.loopback === 'allow' ? 'https-elsewhere' : 'https';
    return { why, message: 'must start with https://' };
  }
  if (mayBePlain) return undefined;
  if (!rules.ports.includes(Number(parsed.port || 443))) {
    return { why: 'port', message: `must use port ${rules.ports.join(' or ')}` };
  }
  if (isIP(host)) {
    if (isPublicAddress(host)) return undefined;
    return { why: 'not-public', message: 'must point to a public address' };
  }
  // One label alone is a name of the local network, completed by the resolver's search list.
  const isLocal = localName.test(host) || !host.includes('.');
  return isLocal
    ? { why: 'not-public', message: 'must not point to a name of the local network' }
    : undefined;
}

/**
 * Is it a globally routable unicast address? An IPv6 address with an IPv4 one inside (mapped, NAT64, 6to4, Teredo)
 * never is: where it ends up depends on the network. Neither is anything but the canonical spelling.
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

/**
 * A `lookup` for `net`, `tls` and `http` that resolves once, judges every address and hands on what it judged. The
 * socket connects to these, not to the name, so an answer that changes afterwards (DNS rebinding) has no effect.
 * One forbidden address refuses the name: beside a public one it is an attack, or a mistake.
 *
 * The callback's error has the code `EADDRESSREFUSED`, or is the resolver's own. It does not name the address:
 * whoever may set a URL would read our network's names through it.
 */
export function vettedLookup(rules: AddressRules, resolve: Resolve = dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    // Without the caller's family and hints: they would hide addresses that another attempt connects to.
    resolve(hostname, { all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (!addresses.every(({ address }) => isAllowed(hostname, address, rules))) {
        return callback(refusal(`${hostname} leads to an address that is not allowed`), []);
      }
      const usable = addresses.filter(({ family }) => isOfFamily(family, options.family));
      const [first] = usable;
      if (!first) return callback(coded('ENOTFOUND', `${hostname} has no address`), []);
      if (options.all) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
}

/** The addresses of a URL's host, resolved and judged in the same way. One that is an address itself is that one. */
export function vettedAddresses(
  hostname: string,
  rules: AddressRules,
  resolve?: Resolve,
): Promise<LookupAddress[]> {
  const host = bareHost(hostname);
  const [name, lookup] = isIP(host) ? [host, vettedLookup(rules)] : [hostname, vettedLookup(rules, resolve)];
  return new Promise((settle, reject) => {
    lookup(name, { all: true }, (error, addresses) => {
      if (error) reject(error);
      else settle(addresses as LookupAddress[]);
    });
  });
}

/** A loopback name leads to this machine and nowhere else; no other name leads to it, even where it is allowed. */
function isAllowed(hostname: string, address: string, rules: AddressRules): boolean {
  if (!isLoopbackHost(bareHost(hostname))) return isPublicAddress(address);
  return rules.loopback === 'allow' && isLoopbackAddress(address);
}

const isLoopbackHost = (host: string) => /^(.+\.)?localhost$/.test(host) || isLoopbackAddress(host);

const isLoopbackAddress = (address: string) =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';

/** Without an IPv6 address's brackets, and without the dot that ends a complete name. */
const bareHost = (hostname: string) =>
  hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.+$/, '');

const isOfFamily = (family: number, wanted: number | 'IPv4' | 'IPv6' | undefined) =>
  !wanted || family === (typeof wanted === 'number' ? wanted : Number(wanted.slice(-1)));

const refusal = (message: string) => coded('EADDRESSREFUSED', message);

const coded = (code: string, message: string): NodeJS.ErrnoException =>
  Object.assign(new Error(message), { code });
