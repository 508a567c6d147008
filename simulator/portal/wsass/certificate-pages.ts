import { formatCuit } from '#simulator/cuit.ts';
import type { Answer } from '#simulator/http/exchange.ts';
import { addCertificate, createAlias } from '#simulator/registry/certificates.ts';
import { areaField, fixedField, selectField, textField } from '../field.ts';
import { html } from '../html.ts';
import { attempt, type PageRoute, type Visit } from '../visit.ts';
import { aliasOptions, resultArea, wsassPage } from './frame.ts';

const requestLabel = 'Solicitud de certificado en formato PKCS#10';

export const wsassCertificateRoutes: PageRoute[] = [
  { method: 'GET', path: '/wsass/certificados', show: listCertificates },
  { method: 'GET', path: '/wsass/nuevo-certificado', show: (visit) => showNewForm(visit) },
  { method: 'POST', path: '/wsass/nuevo-certificado', show: createCertificate },
  { method: 'GET', path: '/wsass/agregar-certificado', show: (visit) => showAdditionForm(visit) },
  { method: 'POST', path: '/wsass/agregar-certificado', show: addToAlias },
];

function listCertificates(visit: Visit): Answer {
  const { certificates } = visit.simulation.offices.sandbox.records;
  const rows = certificates
    .filter(({ cuit }) => cuit === visit.session.person)
    .map(
      ({ alias, cuit, serial, notAfter }) => html`<tr><td>${alias}</td>
        <td>SERIALNUMBER=CUIT ${cuit}, CN=${alias}</td><td>${serial}</td><td>${notAfter.slice(0, 10)}</td></tr>`,
    );
  const body = html`<table><thead><tr><th>Alias</th><th>DN</th><th>Número de serie</th><th>Vencimiento</th></tr></thead>
    <tbody>${rows}</tbody></table>`;
  return wsassPage(visit, 'Certificados', body);
}

function showNewForm(visit: Visit, alert?: string): Answer {
  const body = html`<form method="post"><fieldset><legend>Crear DN y certificado</legend>
    ${textField({ label: 'Nombre simbólico del DN', name: 'alias', value: visit.form.text('alias') })}
    ${fixedField({ label: 'CUIT del contribuyente', name: 'cuit', value: formatCuit(visit.session.person) })}
    ${areaField({ label: requestLabel, name: 'csr', value: visit.form.text('csr') })}
    <button>Crear DN y obtener certificado</button></fieldset></form>`;
  return wsassPage(visit, 'Nuevo Certificado', body, alert);
}

async function createCertificate(visit: Visit): Promise<Answer> {
  const { simulation, session, form } = visit;
  const application = { cuit: session.person, alias: form.text('alias'), csr: form.text('csr') };
  const outcome = await attempt(() => createAlias(simulation, 'sandbox', application));
  if ('refused' in outcome) return showNewForm(visit, outcome.refused);
  return wsassPage(visit, 'Nuevo Certificado', resultArea(outcome.done.certificate));
}

function showAdditionForm(visit: Visit, alert?: string): Answer {
  const value = visit.form.text('alias');
  const body = html`<form method="post"><fieldset><legend>Crear certificado adicional para el DN</legend>
    ${selectField({ label: 'Nombre simbólico del DN', name: 'alias', value, options: aliasOptions(visit) })}
    ${fixedField({ label: 'CUIT del contribuyente', name: 'cuit', value: formatCuit(visit.session.person) })}
    ${areaField({ label: requestLabel, name: 'csr', value: visit.form.text('csr') })}
    <button>Crear certificado adicional para el DN</button></fieldset></form>`;
  return wsassPage(visit, 'Agregar certificado a alias', body, alert);
}

async function addToAlias(visit: Visit): Promise<Answer> {
  const { simulation, session, form } = visit;
  const application = { cuit: session.person, alias: form.text('alias'), csr: form.text('csr') };
  const outcome = await attempt(() => addCertificate(simulation, 'sandbox', application));
  if ('refused' in outcome) return showAdditionForm(visit, outcome.refused);
  return wsassPage(visit, 'Agregar certificado a alias', resultArea(outcome.done.certificate));
}
