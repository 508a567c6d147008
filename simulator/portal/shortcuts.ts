import type { Environment } from '../environment.ts';
import { type Answer, redirect } from '../http/exchange.ts';
import type { PageRoute, Visit } from './visit.ts';

/** Pages by the name that `login.xhtml?action=SYSTEM&system=…` has for the service. */
const systems: Record<Environment, Map<string, string>> = {
  sandbox: new Map([
    ['adminrel', '/relaciones'],
    ['wsass', '/wsass'],
  ]),
  live: new Map([
    ['adminrel', '/relaciones'],
    ['arfe_certificado', '/certificados'],
    ['pvel', '/puntos-de-venta'],
  ]),
};

/**
 * The addresses of docs/authority.md#links-into-the-portal, under an environment's base. The authority has them on
 * several hosts; here each leads to its page below `/portal`, where the session's cookie is.
 */
export function findShortcut(
  environment: Environment,
  path: string,
  query: URLSearchParams,
): Answer | undefined {
  const portal = `/${environment}/portal`;
  switch (path) {
    case 'contribuyente_/login.xhtml':
      return redirect(`${portal}/entrar?system=${encodeURIComponent(query.get('system') ?? '')}`);
    case 'wsass/portal/main.aspx':
      return redirect(`${portal}/entrar?system=wsass`);
    case 'clavefiscal/adminrel/relationAdd.aspx':
      return redirect(`${portal}/relaciones/agregar?${query}`);
    case 'clavefiscal/adminrel/pending.aspx':
      return redirect(`${portal}/relaciones/designaciones`);
    default:
      return undefined;
  }
}

/** Where a login leads; the home, unless it was for a service of this environment. */
export function landingPage(environment: Environment, system: string): string {
  return `/${environment}/portal${systems[environment].get(system) ?? ''}`;
}

export const shortcutRoutes: PageRoute[] = [
  { method: 'GET', path: '/app', show: ({ base }) => redirect(base) },
  { method: 'GET', path: '/entrar', show: enter },
];

function enter({ environment, incoming }: Visit): Answer {
  return redirect(landingPage(environment, incoming.query.get('system') ?? ''));
}
