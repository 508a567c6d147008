import { formatCuit, requireCuit } from '../cuit.ts';
import { type Answer, redirect } from '../http/exchange.ts';
import { pointOfSaleSystems } from '../records.ts';
import { Refusal } from '../refusal.ts';
import { addPointOfSale, pointsOfSaleOf, systemTitles } from '../registry/points-of-sale.ts';
import { selectField, textField } from './field.ts';
import { html } from './html.ts';
import { attempt, type PageRoute, type Visit, visitPage } from './visit.ts';

const title = 'Administración de puntos de venta y domicilios';

/** docs/authority.md#live-portal, 4. */
export const pointOfSaleRoutes: PageRoute[] = [
  { method: 'GET', path: '/puntos-de-venta', show: (visit) => showTaxpayerForm(visit) },
  { method: 'POST', path: '/puntos-de-venta', show: chooseTaxpayer },
  { method: 'GET', path: '/puntos-de-venta/:cuit', show: showMenu },
  { method: 'GET', path: '/puntos-de-venta/:cuit/abm', show: showList },
  { method: 'GET', path: '/puntos-de-venta/:cuit/abm/agregar', show: (visit) => showForm(visit) },
  { method: 'POST', path: '/puntos-de-venta/:cuit/abm/agregar', show: submit },
];

function showTaxpayerForm(visit: Visit, alert?: string): Answer {
  const { form, session } = visit;
  const value = form.text('cuit') || formatCuit(session.actingFor);
  const body = html`<form method="post">${textField({ label: 'Contribuyente', name: 'cuit', value })}
    <button>Continuar</button></form>`;
  return visitPage(visit, title, body, alert);
}

async function chooseTaxpayer(visit: Visit): Promise<Answer> {
  const outcome = await attempt(() => requireCuit(visit.form.text('cuit')));
  if ('refused' in outcome) return showTaxpayerForm(visit, outcome.refused);
  return redirect(`${visit.base}/puntos-de-venta/${outcome.done}`);
}

function showMenu(visit: Visit): Answer {
  const { cuit = '' } = visit.params;
  const body = html`<p>Contribuyente: <strong>${formatCuit(cuit)}</strong></p>
    <ul class="tiles"><li><a href="${visit.base}/puntos-de-venta/${cuit}/abm">A/B/M de Puntos de venta</a></li></ul>`;
  return visitPage(visit, title, body);
}

function showList(visit: Visit): Answer {
  const { cuit = '' } = visit.params;
  const rows = pointsOfSaleOf(visit.simulation, visit.environment, cuit).map(
    ({ number, tradeName, system }) => html`<tr><td>${number}</td><td>${tradeName}</td>
      <td>${systemTitles[system]}</td></tr>`,
  );
  const body = html`<p>Contribuyente: <strong>${formatCuit(cuit)}</strong></p>
    <p><a href="${visit.base}/puntos-de-venta/${cuit}/abm/agregar">Agregar…</a></p>
    <table><thead><tr><th>Número</th><th>Nombre Fantasía</th><th>Sistema</th></tr></thead><tbody>${rows}</tbody></table>`;
  return visitPage(visit, 'A/B/M de Puntos de venta', body);
}

function showForm(visit: Visit, alert?: string): Answer {
  const { form } = visit;
  const options = pointOfSaleSystems.map((system) => ({ value: system, title: systemTitles[system] }));
  const body = html`<form method="post">
    ${textField({ label: 'Número', name: 'numero', value: form.text('numero') })}
    ${textField({ label: 'Nombre Fantasía', name: 'fantasia', value: form.text('fantasia') })}
    ${selectField({ label: 'Sistema', name: 'sistema', value: form.text('sistema'), options })}
    ${textField({ label: 'Domicilio', name: 'domicilio', value: form.text('domicilio') })}
    <button>Aceptar</button></form>`;
  return visitPage(visit, 'Agregar punto de venta', body, alert);
}

async function submit(visit: Visit): Promise<Answer> {
  const { base, simulation, environment, params, form } = visit;
  const { cuit = '' } = params;
  const outcome = await attempt(() => {
    const system = pointOfSaleSystems.find((name) => name === form.text('sistema'));
    if (!system) throw new Refusal('Debe seleccionar un Sistema');
    const number = Number(form.text('numero'));
    const tradeName = form.text('fantasia');
    const address = form.text('domicilio');
    return addPointOfSale(simulation, environment, { cuit, number, system, tradeName, address });
  });
  if ('refused' in outcome) return showForm(visit, outcome.refused);
  return redirect(`${base}/puntos-de-venta/${cuit}/abm`);
}
