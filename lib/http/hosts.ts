import type { Env } from '#lib/env.ts';

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
