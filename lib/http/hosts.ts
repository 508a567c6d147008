import { type Env, env } from '#lib/env.ts';

/** Host name or IP address, with or without a port. */
const hostHeader = /^(?<name>[\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;
const thisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const address = /^(\d+(\.\d+){3}|\[.*\])$/;

/** Health checks reveal nothing about the installation, so any host name may ask for them. */
const healthPath = /^\/api\/health\/(live|ready)$/;
const metricsPath = '/api/metrics';

/** Host names of this installation, besides those of the local machine. */
export const hostNames = ({ ALTA_ORIGIN, ALTA_HOSTS }: Pick<Env, 'ALTA_ORIGIN' | 'ALTA_HOSTS'>): string[] => [
  new URL(ALTA_ORIGIN).hostname,
  ...ALTA_HOSTS,
];

/**
 * True if a request for `path` with this `Host` is meant for this installation. Ignores the port, because proxies
 * drop or change it. A page that attacks by DNS rebinding sends its own host name, never an IP address, so the
 * metrics, which are scraped by IP address, accept any IP address as the host.
 */
export function isOwnHost(host: string, path: string, names: readonly string[]): boolean {
  if (healthPath.test(path)) return true;
  const name = hostHeader.exec(host)?.groups?.name?.toLowerCase();
  if (!name) return false;
  return thisMachine.test(name) || names.includes(name) || (path === metricsPath && address.test(name));
}

/**
 * True if a form came from one of our pages. `Origin`, if sent, has to be ours; `null` is accepted only with
 * `Sec-Fetch-Site`, because our pages send no referrer and browsers therefore send `null` with our own forms. If
 * the browser sends `Sec-Fetch-Site`, which a page cannot forge, it has to be `same-origin`. A browser too old to
 * send either header is accepted: access is by the secret link, which no other site knows and no cookie contains.
 */
export function isSameOrigin(request: { headers: Pick<Headers, 'get'> }): boolean {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (origin && origin !== 'null' && !isOurs(origin, request.headers.get('host'))) return false;
  if (site) return site === 'same-origin';
  return origin !== 'null';
}

function isOurs(origin: string, host: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  return new URL(origin).origin === new URL(env().ALTA_ORIGIN).origin || new URL(origin).host === host;
}
