import { formatCuit } from '#simulator/cuit.ts';
import { type Answer, redirect } from '#simulator/http/exchange.ts';
import type { AuthorizationRecord } from '#simulator/records.ts';
import {
  authoriseAlias,
  authorizationReceipt,
  withdrawAuthorization,
} from '#simulator/registry/authorizations.ts';
import { addCertificate, aliasesOf, createAlias } from '#simulator/registry/certificates.ts';
import { webServices } from '#simulator/registry/services.ts';
import { areaField, fixedField, type Html, html, selectField, textField } from './page.ts';
import { attempt, type PageRoute, type Visit, visitPage } from './visit.ts';

// Menu of WSASS, verbatim.
const menu = [
  ['', 'Introducción'],
  ['/servicios', 'Servicios'],
  ['/certificados', 'Certificados'],
  ['/nuevo-certificado', 'Nuevo Certificado'],
  ['/crear-autorizacion', 'Crear autorización a servicio'],
  ['/eliminar-autorizacion', 'Eliminar autorización a servicio'],
  ['/autorizaciones', 'Autorizaciones'],
  ['/agregar-certificado', 'Agregar certificado a alias'],
  ['/contactenos', 'Contáctenos'],
] as const;

function wsassPage(visit: Visit, title: string, body: Html, alert?: string): Answer {
  const links = menu.map(([path, label]) => html`<a href="${visit.base}/wsass${path}">${label}</a>`);
  const framed = html`<nav class="menu" aria-label="WSASS">${links}</nav>${body}`;
  return visitPage(visit, title, framed, alert);
}

/** Text area to copy the certificate from: WSASS offers no file. */
function resultArea(certificate: string): Html {
  return html`<p class="field"><label for="resultado">Resultado</label>
    <textarea id="resultado" rows="26" readonly>${certificate}</textarea></p>`;
}

function aliasOptions({ simulation, environment, session }: Visit) {
  return aliasesOf(simulation, environment, session.person).map((alias) => ({ value: alias, title: alias }));
}

const requestLabel = 'Solicitud de certificado en formato PKCS#10';

const wsassCertificateRoutes: PageRoute[] = [
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

const wsassAuthorizationRoutes: PageRoute[] = [
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

const pages: PageRoute[] = [
  { method: 'GET', path: '/wsass', show: showIntroduction },
  { method: 'GET', path: '/wsass/servicios', show: showServices },
  { method: 'GET', path: '/wsass/contactenos', show: showContact },
  ...wsassCertificateRoutes,
  ...wsassAuthorizationRoutes,
];

/** WSASS opens only for a person who adhered it before logging in: docs/authority.md#sandbox-portal. */
export const wsassRoutes: PageRoute[] = pages.map((page) => ({
  ...page,
  show: (visit) => {
    const isAdhered = visit.session.adherences.some(({ service }) => service === 'wsass');
    return isAdhered ? page.show(visit) : redirect(visit.base);
  },
}));

function showIntroduction(visit: Visit): Answer {
  const body = html`<p>Autoservicio de acceso a los web services del ambiente de homologación: obtené un
    certificado para tu computador y autorizalo a usar un servicio.</p>
    <p>La clave de la solicitud debe ser RSA con un mínimo de 2048 bits.</p>`;
  return wsassPage(visit, 'WSASS - Autogestión Certificados Homologación', body);
}

function showServices(visit: Visit): Answer {
  const rows = webServices.map(
    ({ id, sandboxTitle }) => html`<tr><td>${id}</td><td>${sandboxTitle}</td></tr>`,
  );
  const body = html`<table><thead><tr><th>Servicio</th><th>Descripción</th></tr></thead><tbody>${rows}</tbody></table>`;
  return wsassPage(visit, 'Servicios', body);
}

function showContact(visit: Visit): Answer {
  return wsassPage(visit, 'Contáctenos', html`<p>Esto es un simulador: no hay a quién escribir.</p>`);
}
