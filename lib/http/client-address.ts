import { createHash, timingSafeEqual } from 'node:crypto';
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

const loopback = /^(::ffff:)?127(\.\d+){3}$|^::1$/;
const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Who sends the token of ALTA_METRICS_TOKEN; without one in the configuration, who asks from this machine. Behind a
 * proxy the address is what that wrote down, so that a stranger does not come in by way of it.
 */
export function mayReadMetrics(
  request: { headers: Pick<Headers, 'get'> },
  token = env().ALTA_METRICS_TOKEN,
): boolean {
  if (!token) return loopback.test(clientAddress(request));
  const sent = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}
