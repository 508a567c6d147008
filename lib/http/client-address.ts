import ipaddr from 'ipaddr.js';
import { env } from '#lib/env.ts';

/**
 * The caller's address: as the server saw it, or as the proxy that is `ALTA_PROXY_HOPS` away wrote it down.
 * Entries further left are the caller's own claim. Without a proxy the server overwrites the header.
 */
export function clientAddress(request: { headers: Pick<Headers, 'get'> }): string {
  const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-Math.max(1, env().ALTA_PROXY_HOPS)) || 'unknown';
}

/**
 * What an address is counted as. Who has an IPv6 address has at least the /64 around it, and may have the whole /48;
 * an IPv4 address in the clothes of IPv6 is that one.
 */
export function networksOf(address: string): { network: string; site?: string } {
  const bare = withoutPort(address);
  if (!ipaddr.isValid(bare)) return { network: address };
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return { network: parsed.toString() };
  const first = (groups: number) =>
    parsed.parts
      .slice(0, groups)
      .map((group) => group.toString(16))
      .join(':');
  return { network: `${first(4)}::/64`, site: `${first(3)}::/48` };
}

/** Some proxies write the port beside it. */
export const withoutPort = (address: string): string =>
  address.replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3');
