import { interactiveServices } from '../registry/interactive-services.ts';
import { type Html, html } from './html.ts';
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

/** What the person may open; a service adhered in this session isn't here yet. */
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

/** Without accents: who searches does not type them. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
