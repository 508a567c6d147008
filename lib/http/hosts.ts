import { type Env, env } from '#lib/env.ts';

/** A name or an address, with or without a port. */
const hostHeader = /^(?<name>[\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;
const thisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const address = /^(\d+(\.\d+){3}|\[.*\])$/;

/** What tells nothing of the installation: whoever checks it may ask by any name. */
const healthPath = /^\/api\/health\/(live|ready)$/;
const metricsPath = '/api/metrics';

/** The names that this installation goes by, beside those of the machine. */
export const hostNames = ({ ALTA_ORIGIN, ALTA_HOSTS }: Pick<Env, 'ALTA_ORIGIN' | 'ALTA_HOSTS'>): string[] => [
  new URL(ALTA_ORIGIN).hostname,
  ...ALTA_HOSTS,
];

/**
 * Whether a request for `path` that names `host` is meant for us. The port does not count: proxies leave it out or
 * change it. A page that a stranger's name has led to this machine (DNS rebinding) sends that name, never an address:
 * so the metrics, which are collected by address, are open to addresses, too.
 */
export function isForUs(host: string, path: string, names: readonly string[]): boolean {
  if (healthPath.test(path)) return true;
  const name = hostHeader.exec(host)?.groups?.name?.toLowerCase();
  if (!name) return false;
  return thisMachine.test(name) || names.includes(name) || (path === metricsPath && address.test(name));
}

/**
 * Whether a form came from our own page. `Sec-Fetch-Site` decides where the browser sends it: a page can not
 * forge it. (Our pages send no referrer, for which browsers write `Origin: null` even on our own forms.)
 * Without it the `Origin` has to be ours; a browser too old to send either is let in: the link itself, which no
 * other site knows and no cookie carries, is what authorizes.
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
