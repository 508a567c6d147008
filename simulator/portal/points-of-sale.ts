import { type Answer, redirect } from '#simulator/http/exchange.ts';
import { represent, representedBy } from '#simulator/registry/taxpayers.ts';
import { parseCuit } from '../cuit.ts';
import { pointOfSaleSystems } from '../records.ts';
import { Refusal } from '../refusal.ts';
import { addPointOfSale, pointsOfSaleOf, systemTitles } from '../registry/points-of-sale.ts';
import { taxpayerAddress } from '../registry/register.ts';
import { html, selectField, textField } from './page.ts';
import { otherTaxpayerForm, taxpayerOptions } from './taxpayers.ts';
import { attempt, nameOf, type PageRoute, type Visit, visitPage } from './visit.ts';

const title = 'Administración de puntos de venta y domicilios';

/** docs/authority.md#live-portal, 4. */
export const pointOfSaleRoutes: PageRoute[] = [
  { method: 'GET', path: '/puntos-de-venta', show: (visit) => showTaxpayerForm(visit) },
  { method: 'POST', path: '/puntos-de-venta', show: chooseTaxpayer },
  { method: 'POST', path: '/puntos-de-venta/otro', show: chooseOther },
  { method: 'GET', path: '/puntos-de-venta/:cuit', show: showMenu },
  { method: 'GET', path: '/puntos-de-venta/:cuit/abm', show: showList },
  { method: 'GET', path: '/puntos-de-venta/:cuit/abm/agregar', show: (visit) => showForm(visit) },
  { method: 'POST', path: '/puntos-de-venta/:cuit/abm/agregar', show: submit },
];

function showTaxpayerForm(visit: Visit, alert?: string): Answer {
  const action = `${visit.base}/puntos-de-venta`;
  const body = html`<form method="post" action="${action}">
    ${selectField({ label: 'Contribuyente', name: 'cuit', options: taxpayerOptions(visit) })}
    <button>Continuar</button></form>
    ${otherTaxpayerForm(visit, `${action}/otro`)}`;
  return visitPage(visit, title, body, alert);
}

function chooseTaxpayer(visit: Visit): Answer {
  const { simulation, environment, session, form, base } = visit;
  const cuit = parseCuit(form.text('cuit'));
  if (!cuit || !representedBy(simulation, environment, session.person).includes(cuit)) {
    return showTaxpayerForm(visit, 'Debe seleccionar un Contribuyente');
  }
  return redirect(`${base}/puntos-de-venta/${cuit}`);
}

async function chooseOther(visit: Visit): Promise<Answer> {
  const { simulation, environment, session, form, base } = visit;
  const outcome = await attempt(() => represent(simulation, environment, session.person, form.text('otro')));
  if ('refused' in outcome) return showTaxpayerForm(visit, outcome.refused);
  return redirect(`${base}/puntos-de-venta/${outcome.done}`);
}

function showMenu(visit: Visit): Answer {
  const { cuit = '' } = visit.params;
  const body = html`<p>Contribuyente: <strong>${nameOf(visit, cuit)}</strong></p>
    <ul class="tiles"><li><a href="${visit.base}/puntos-de-venta/${cuit}/abm">A/B/M de Puntos de venta</a></li></ul>`;
  return visitPage(visit, title, body);
}

function showList(visit: Visit): Answer {
  const { cuit = '' } = visit.params;
  const rows = pointsOfSaleOf(visit.simulation, visit.environment, cuit).map(
    ({ number, tradeName, system, address }) => html`<tr><td>${number}</td><td>${tradeName}</td>
      <td>${systemTitles[system]}</td><td>${address}</td></tr>`,
  );
  const body = html`<p>Contribuyente: <strong>${nameOf(visit, cuit)}</strong></p>
    <p><a href="${visit.base}/puntos-de-venta/${cuit}/abm/agregar">Agregar…</a></p>
    <table><thead><tr><th>Número</th><th>Nombre Fantasía</th><th>Sistema</th><th>Domicilio</th></tr></thead><tbody>${rows}</tbody></table>`;
  return visitPage(visit, 'A/B/M de Puntos de venta', body);
}

function showForm(visit: Visit, alert?: string): Answer {
  const { form, simulation, environment } = visit;
  const { cuit = '' } = visit.params;
  const domicile = taxpayerAddress(simulation, environment, cuit);
  const domiciles = [{ value: domicile, title: domicile }];
  const options = pointOfSaleSystems.map((system) => ({ value: system, title: systemTitles[system] }));
  const body = html`<p>Contribuyente: <strong>${nameOf(visit, cuit)}</strong></p><form method="post">
    ${textField({ label: 'Número', name: 'numero', value: form.text('numero') })}
    ${textField({ label: 'Nombre Fantasía', name: 'fantasia', value: form.text('fantasia') })}
    ${selectField({ label: 'Sistema', name: 'sistema', value: form.text('sistema'), options })}
    ${selectField({ label: 'Domicilio', name: 'domicilio', value: form.text('domicilio'), options: domiciles })}
    <button>Aceptar</button></form>`;
  return visitPage(visit, 'Agregar punto de venta', body, alert);
}

async function submit(visit: Visit): Promise<Answer> {
  const { base, simulation, environment, params, form } = visit;
  const { cuit = '' } = params;
  const outcome = await attempt(() => {
    const system = pointOfSaleSystems.find((name) => name === form.text('sistema'));
    if (!system) throw new Refusal('Debe seleccionar un Sistema');
    if (form.text('domicilio') === '') throw new Refusal('Debe seleccionar un Domicilio');
    const number = Number(form.text('numero'));
    const tradeName = form.text('fantasia');
    const address = form.text('domicilio');
    return addPointOfSale(simulation, environment, { cuit, number, system, tradeName, address });
  });
  if ('refused' in outcome) return showForm(visit, outcome.refused);
  return redirect(`${base}/puntos-de-venta/${cuit}/abm`);
}
