import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { env } from '#lib/env.ts';

/**
 * The client's address: as the server saw it, or as recorded by the proxy `ALTA_PROXY_HOPS` away. Entries
 * further left are unverified. Without a proxy the server overwrites the header.
 */
export function clientAddress(request: { headers: Pick<Headers, 'get'> }): string {
  const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-Math.max(1, env().ALTA_PROXY_HOPS)) || 'unknown';
}

/**
 * Networks under which an address is rate-limited. The holder of an IPv6 address has at least its /64,
 * perhaps the whole /48. An IPv4-mapped IPv6 address is treated as IPv4.
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

/** Some proxies append the port. */
export const withoutPort = (address: string): string =>
  address.replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3');

const loopback = /^(::ffff:)?127(\.\d+){3}$|^::1$/;
const digest = (text: string) => createHash('sha256').update(text).digest();

/** Set by the server on requests that a program on this machine sent without a proxy. */
const thisMachineHeader = 'x-alta-this-machine';

/** Headers that proxies add. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Marks requests from this machine, and no others. A proxy on this machine is no client of this machine. */
export function markThisMachine({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): void {
  delete headers[thisMachineHeader];
  if (loopback.test(socket.remoteAddress ?? '') && !proxyHeaders.some((name) => name in headers))
    headers[thisMachineHeader] = 'yes';
}

/**
 * True for a request with the token ALTA_METRICS_TOKEN or, if none is configured, for one from this machine that came
 * through no proxy.
 */
export function mayReadMetrics(
  request: { headers: Pick<Headers, 'get'> },
  token = env().ALTA_METRICS_TOKEN,
): boolean {
  if (!token) return request.headers.get(thisMachineHeader) === 'yes';
  const sent = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}
