import { interactiveServices } from '../registry/interactive-services.ts';
import { html } from './html.ts';
import { type PageRoute, type Visit, visitPage } from './visit.ts';

export const homeRoute: PageRoute = { method: 'GET', path: '', show: showHome };

/** Tiles of what the person may open; a service adhered in this session isn't here yet. */
function showHome(visit: Visit) {
  const { base, environment, session } = visit;
  const adhered = interactiveServices[environment].filter(
    ({ id, page }) => page && session.adherences.some(({ service }) => service === id),
  );
  const tiles = [
    { title: 'Administrador de Relaciones de Clave Fiscal', page: '/relaciones' },
    ...adhered,
    ...(environment === 'live'
      ? [{ title: 'Administración de puntos de venta y domicilios', page: '/puntos-de-venta' }]
      : []),
  ];
  const items = tiles.map(({ title, page }) => html`<li><a href="${base}${page ?? ''}">${title}</a></li>`);
  return visitPage(
    visit,
    'Portal de Clave Fiscal',
    html`<h2>Mis servicios</h2><ul class="tiles">${items}</ul>`,
  );
}
