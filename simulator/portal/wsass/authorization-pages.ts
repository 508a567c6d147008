import { formatCuit } from '#simulator/cuit.ts';
import type { Answer } from '#simulator/http/exchange.ts';
import type { AuthorizationRecord } from '#simulator/records.ts';
import {
  authoriseAlias,
  authorizationReceipt,
  withdrawAuthorization,
} from '#simulator/registry/authorizations.ts';
import { webServices } from '#simulator/registry/services.ts';
import { fixedField, selectField, textField } from '../field.ts';
import { html } from '../html.ts';
import { attempt, type PageRoute, type Visit } from '../visit.ts';
import { aliasOptions, wsassPage } from './frame.ts';

export const wsassAuthorizationRoutes: PageRoute[] = [
  { method: 'GET', path: '/wsass/crear-autorizacion', show: (visit) => showForm(visit) },
  { method: 'POST', path: '/wsass/crear-autorizacion', show: create },
  { method: 'GET', path: '/wsass/autorizaciones', show: list },
  { method: 'GET', path: '/wsass/eliminar-autorizacion', show: showRemovals },
  { method: 'POST', path: '/wsass/eliminar-autorizacion', show: remove },
];

const serviceOptions = webServices.map(({ id, sandboxTitle }) => ({
  value: id,
  title: `${id} - ${sandboxTitle}`,
}));

function showForm(visit: Visit, alert?: string): Answer {
  const { form, session } = visit;
  const person = formatCuit(session.person);
  const body = html`<form method="post"><fieldset><legend>Crear autorización</legend>
    ${selectField({ label: 'Nombre simbólico del DN a autorizar', name: 'alias', value: form.text('alias'), options: aliasOptions(visit) })}
    ${fixedField({ label: 'CUIT del DN', name: 'cuit-dn', value: person })}
    ${textField({ label: 'CUIT representado', name: 'representado', value: form.text('representado') })}
    ${fixedField({ label: 'CUIT de quien genera la autorización', name: 'cuit-autorizante', value: person })}
    ${selectField({ label: 'Servicio al que desea acceder', name: 'servicio', value: form.text('servicio'), options: serviceOptions })}
    <button>Crear autorización de acceso</button></fieldset></form>`;
  return wsassPage(visit, 'Crear autorización a servicio', body, alert);
}

async function create(visit: Visit): Promise<Answer> {
  const { simulation, session, form } = visit;
  const outcome = await attempt(() =>
    authoriseAlias(simulation, 'sandbox', {
      cuit: session.person,
      alias: form.text('alias'),
      representedCuit: form.text('representado'),
      service: form.text('servicio'),
      authorisedBy: session.person,
    }),
  );
  if ('refused' in outcome) return showForm(visit, outcome.refused);
  const body = html`<p class="done" role="status">${authorizationReceipt(outcome.done)}</p>`;
  return wsassPage(visit, 'Crear autorización a servicio', body);
}

function list(visit: Visit): Answer {
  const rows = ownAuthorizations(visit).map((record) => html`<tr>${cells(record)}</tr>`);
  const body = html`<table><thead>${heading}</thead><tbody>${rows}</tbody></table>`;
  return wsassPage(visit, 'Autorizaciones', body);
}

function showRemovals(visit: Visit): Answer {
  const rows = ownAuthorizations(visit).map(
    (record, index) => html`<tr>${cells(record)}<td><form method="post">
      <button name="numero" value="${index}">Eliminar autorización</button></form></td></tr>`,
  );
  const body = html`<table><thead>${heading}</thead><tbody>${rows}</tbody></table>`;
  return wsassPage(visit, 'Eliminar autorización a servicio', body);
}

function remove(visit: Visit): Answer {
  const record = ownAuthorizations(visit)[Number(visit.form.text('numero'))];
  if (record) withdrawAuthorization(visit.simulation, 'sandbox', record);
  return showRemovals(visit);
}

const heading = html`<tr><th>Dador</th><th>Alias</th><th>Representado</th><th>Servicio</th></tr>`;

function cells({ authorisedBy, alias, representedCuit, service }: AuthorizationRecord) {
  return html`<td>${authorisedBy}</td><td>${alias}</td><td>${representedCuit}</td><td>ws://${service}</td>`;
}

function ownAuthorizations({ simulation, session }: Visit): AuthorizationRecord[] {
  const { authorizations } = simulation.offices.sandbox.records;
  return authorizations.filter(({ cuit }) => cuit === session.person);
}
