import dns, { type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { env } from '#lib/env.ts';

/** Configurable rules for webhook URLs. Not configurable: https to a public address. */
export interface AddressRules {
  /** `allow` permits this machine, also over http and on any port. For development only. */
  loopback: 'allow' | 'refuse';
  ports: number[];
}

/** Resolves a host name to addresses: `dns.lookup`, except in tests. */
export type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const maxUrlLength = 2_048;

/** Names that RFC 6761, 6762, 8375 and ICANN (`internal`) reserve for local networks. */
const localName = /^(.+\.)?(localhost|local|internal|home\.arpa)$/;

/** IANA's global unicast block; the rest of IPv6 is reserved or not routed. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

export const configuredRules = (): AddressRules => ({
  loopback: env().WEBHOOK_LOOPBACK,
  ports: env().WEBHOOK_PORTS,
});

export interface AddressFault {
  /** `https-elsewhere`: plain http is accepted for this machine only. */
  why: 'too-long' | 'incomplete' | 'credentials' | 'https' | 'https-elsewhere' | 'port' | 'not-public';
  /** Predicate of a sentence whose subject is the field. */
  message: string;
}

/**
 * Checks a webhook's URL; returns undefined if it is acceptable. Names are not resolved here: `guardedLookup`
 * checks their addresses at each attempt.
 */
export function addressFault(url: string, rules: AddressRules = configuredRules()): AddressFault | undefined {
  if (url.length > maxUrlLength) {
    return { why: 'too-long', message: `must have at most ${maxUrlLength} characters` };
  }
  // URL.parse normalises odd spellings of an address (0x7f.1, 2130706433, full-width digits).
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
  if (!isLocalHost(host)) return undefined;
  const message = isIP(host)
    ? 'must point to a public address'
    : 'must not point to a name of the local network';
  return { why: 'not-public', message };
}

/** Whether a URL leads to this machine or to a local network, whatever the configured rules allow. */
export function isLocalUrl(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && isLocalHost(bareHost(parsed.hostname));
}

/**
 * Returns whether this is a globally routable unicast address in its canonical spelling. False for an IPv6
 * address that embeds an IPv4 one (mapped, NAT64, 6to4, Teredo): its destination depends on the network.
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

/**
 * A `lookup` for `net`, `tls` and `http` that resolves once, checks every address and returns the checked
 * ones. The socket connects to these and not to the name, so an answer that changes afterwards (DNS
 * rebinding) has no effect. One forbidden address refuses the whole name: a mix of public and other addresses
 * is an attack or a mistake.
 * The callback's error has the code `EADDRESSREFUSED`, or is the resolver's own. It does not contain the
 * address: users who may set a URL could otherwise resolve names of our network.
 */
export function guardedLookup(rules: AddressRules, resolve: Resolve = dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    // Does not pass on the caller's family and hints, which would hide addresses that another attempt
    // connects to.
    resolve(hostname, { all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (!addresses.every(({ address }) => isAllowed(hostname, address, rules))) {
        return callback(refusal(`${hostname} resolves to an address that is not allowed`), []);
      }
      const usable = addresses.filter(({ family }) => isOfFamily(family, options.family));
      const [first] = usable;
      if (!first) return callback(coded('ENOTFOUND', `${hostname} has no address`), []);
      if (options.all) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
}

/** Resolves and checks the addresses of a URL's host. A host that is an address resolves to itself. */
export function allowedAddresses(
  hostname: string,
  rules: AddressRules,
  resolve?: Resolve,
): Promise<LookupAddress[]> {
  const host = bareHost(hostname);
  const [name, lookup] = isIP(host)
    ? [host, guardedLookup(rules)]
    : [hostname, guardedLookup(rules, resolve)];
  return new Promise((fulfil, reject) => {
    lookup(name, { all: true }, (error, addresses) => {
      if (error) reject(error);
      else fulfil(addresses as LookupAddress[]);
    });
  });
}

/**
 * A loopback name may resolve only to loopback addresses, where these are allowed; other names only to public
 * ones.
 */
function isAllowed(hostname: string, address: string, rules: AddressRules): boolean {
  if (!isLoopbackHost(bareHost(hostname))) return isPublicAddress(address);
  return rules.loopback === 'allow' && isLoopbackAddress(address);
}

/** A name without a dot belongs to the local network, completed by the resolver's search list. */
const isLocalHost = (host: string) =>
  isIP(host) ? !isPublicAddress(host) : localName.test(host) || !host.includes('.');

const isLoopbackHost = (host: string) => /^(.+\.)?localhost$/.test(host) || isLoopbackAddress(host);

const isLoopbackAddress = (address: string) =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';

/** Removes an IPv6 address's brackets and the trailing dot of a fully qualified name. */
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
