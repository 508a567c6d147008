import type { Environment } from '../environment.ts';
import { readForm } from '../http/body.ts';
import { type Answer, type Incoming, notFound, redirect } from '../http/exchange.ts';
import type { Simulation } from '../simulation.ts';
import { certificateRoutes } from './certificates/routes.ts';
import { homeRoutes } from './home.ts';
import { clearedCookie, cookieOf, showLogin, submitLogin } from './login.ts';
import { pointOfSaleRoutes } from './points-of-sale.ts';
import { relationRoutes } from './relations/routes.ts';
import { shortcutRoutes } from './shortcuts.ts';
import { matchPath, type PageRoute } from './visit.ts';
import { wsassRoutes } from './wsass/routes.ts';

const routes: Record<Environment, PageRoute[]> = {
  sandbox: [...homeRoutes, ...shortcutRoutes, ...relationRoutes, ...wsassRoutes],
  live: [...homeRoutes, ...shortcutRoutes, ...relationRoutes, ...certificateRoutes, ...pointOfSaleRoutes],
};

/** docs/authority.md#the-portal: nothing but the login is shown to who isn't logged in. */
export async function answerPortal(
  simulation: Simulation,
  environment: Environment,
  incoming: Incoming,
): Promise<Answer> {
  const base = `/${environment}/portal`;
  const path = incoming.path.slice(base.length).replace(/\/$/, '');
  const form = await readForm(incoming);
  if (path === '/ca.pem') return bundle(simulation, environment);
  if (path === '/ingresar' && incoming.method === 'POST') return submitLogin(simulation, environment, form);
  const sessionId = cookieOf(environment, incoming.headers.cookie);
  if (path === '/salir') {
    simulation.sessions.close(sessionId);
    return redirect(base, { 'set-cookie': clearedCookie(environment) });
  }
  const session = simulation.sessions.find(environment, sessionId);
  if (!session) {
    const system = incoming.query.get('system') ?? '';
    return path === '' || path === '/entrar' ? showLogin(environment, { system }) : redirect(base);
  }
  for (const route of routes[environment]) {
    const params = route.method === incoming.method ? matchPath(route.path, path) : undefined;
    if (params) return route.show({ simulation, environment, session, incoming, params, form, base });
  }
  return notFound();
}

function bundle(simulation: Simulation, environment: Environment): Answer {
  const body = simulation.offices[environment].authority.bundle;
  return { status: 200, headers: { 'content-type': 'application/x-pem-file' }, body };
}
