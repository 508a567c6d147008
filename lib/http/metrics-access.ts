import { createHash, timingSafeEqual } from 'node:crypto';
import { env } from '#lib/env.ts';
import { clientAddress } from './client-address.ts';

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
