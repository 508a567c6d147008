import { env } from '#lib/env.ts';

/**
 * The caller's address: as the server saw it, or as the proxy that is `ALTA_PROXY_HOPS` away wrote it down.
 * Entries further left are the caller's own claim. Without a proxy the server overwrites the header.
 */
export function clientAddress(request: { headers: Pick<Headers, 'get'> }): string {
  const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-Math.max(1, env().ALTA_PROXY_HOPS)) || 'unknown';
}
