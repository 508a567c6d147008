import { type Answer, redirect } from '#simulator/http/exchange.ts';
import { interactiveServices } from '#simulator/registry/services.ts';
import type { Environment } from '../environment.ts';
import { type Html, html } from './page.ts';
import { type PageRoute, type Visit, visitPage } from './visit.ts';

const title = 'Portal de Clave Fiscal';

export const homeRoutes: PageRoute[] = [
  { method: 'GET', path: '', show: showHome },
  { method: 'GET', path: '/servicios', show: (visit) => visitPage(visit, 'Mis servicios', tiles(visit)) },
];

function showHome(visit: Visit) {
  const { base, incoming } = visit;
  const wanted = incoming.query.get('buscar') ?? '';
  const body = html`<form method="get" action="${base}" role="search"><p class="field">
    <label for="buscar">¿Qué necesitás?</label>
    <input id="buscar" name="buscar" type="search" value="${wanted}" placeholder="Buscá trámites y servicios"></p></form>
    <h2>Mis servicios</h2>${tiles(visit, wanted)}
    <p><a href="${base}/servicios">Ver todos</a></p>`;
  return visitPage(visit, title, body);
}

/** Services the person may open. A service adhered in this session appears after the next login. */
function tiles({ base, environment, session }: Visit, wanted = ''): Html {
  const adhered = interactiveServices[environment].filter(
    ({ id, page }) => page && session.adherences.some(({ service }) => service === id),
  );
  const services = [
    { title: 'Administrador de Relaciones de Clave Fiscal', page: '/relaciones' },
    ...adhered,
    ...(environment === 'live'
      ? [{ title: 'Administración de puntos de venta y domicilios', page: '/puntos-de-venta' }]
      : []),
  ].filter((service) => plain(service.title).includes(plain(wanted)));
  if (services.length === 0) return html`<p>No se encontraron servicios.</p>`;
  const items = services.map(
    (service) => html`<li><a href="${base}${service.page ?? ''}">${service.title}</a></li>`,
  );
  return html`<ul class="tiles">${items}</ul>`;
}

/** Drops accents, because people search without them. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** Pages by service name in `login.xhtml?action=SYSTEM&system=…`. */
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
 * Addresses of docs/authority.md#links-into-the-portal, below an environment's base. The authority has them
 * on several hosts; here each redirects to its page below `/portal`, where the session cookie is valid.
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

/** Page shown after a login: the home page, unless the login was for a service of this environment. */
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
