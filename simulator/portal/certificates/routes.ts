import { type Answer, notFound, redirect } from '#simulator/http/exchange.ts';
import { html } from '../html.ts';
import { nameOf, type PageRoute, type Visit, visitPage } from '../visit.ts';
import { downloadCertificate, showAlias, showAliases } from './alias-pages.ts';
import { showAdditionForm, showAliasForm, submitAddition, submitAlias } from './upload-pages.ts';

const pages: PageRoute[] = [
  { method: 'GET', path: '/certificados/:cuit', show: showAliases },
  { method: 'GET', path: '/certificados/:cuit/agregar', show: (visit) => showAliasForm(visit) },
  { method: 'POST', path: '/certificados/:cuit/agregar', show: submitAlias },
  { method: 'GET', path: '/certificados/:cuit/alias/:alias', show: showAlias },
  {
    method: 'GET',
    path: '/certificados/:cuit/alias/:alias/agregar',
    show: (visit) => showAdditionForm(visit),
  },
  { method: 'POST', path: '/certificados/:cuit/alias/:alias/agregar', show: submitAddition },
  { method: 'GET', path: '/certificados/:cuit/alias/:alias/:serial', show: downloadCertificate },
];

/** «Administración de Certificados Digitales»: docs/authority.md#live-portal, 2. */
export const certificateRoutes: PageRoute[] = [
  { method: 'GET', path: '/certificados', show: showTaxpayers },
  ...pages.map((page) => ({
    ...page,
    show: (visit: Visit) =>
      taxpayersOf(visit).includes(visit.params.cuit ?? '') ? page.show(visit) : notFound(),
  })),
];

/** Choosing oneself instead of the company is the mistake this screen invites. */
function showTaxpayers(visit: Visit): Answer {
  const taxpayers = taxpayersOf(visit);
  if (taxpayers.length === 0) return redirect(visit.base);
  const items = taxpayers.map(
    (cuit) => html`<li><a href="${visit.base}/certificados/${cuit}">${nameOf(visit, cuit)}</a></li>`,
  );
  const body = html`<h2>Seleccione el contribuyente</h2><ul>${items}</ul>`;
  return visitPage(visit, 'Administración de Certificados Digitales', body);
}

function taxpayersOf({ session }: Visit): string[] {
  return session.adherences
    .filter(({ service }) => service === 'certificados')
    .map(({ represented }) => represented);
}
