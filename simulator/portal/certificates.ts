import { type Answer, notFound, redirect } from '#simulator/http/exchange.ts';
import { addCertificate, aliasesOf, certificatesOf, createAlias } from '#simulator/registry/certificates.ts';
import { fileField, html, textField } from './page.ts';
import { attempt, nameOf, type PageRoute, type Visit, visitPage } from './visit.ts';

const title = 'Administración de Certificados Digitales';

function showAliases(visit: Visit): Answer {
  const { base, simulation, params } = visit;
  const { cuit = '' } = params;
  const here = `${base}/certificados/${cuit}`;
  const rows = aliasesOf(simulation, 'live', cuit).map(
    (alias) => html`<tr><td>${alias}</td><td><a href="${here}/alias/${alias}">Ver</a></td></tr>`,
  );
  const body = html`<p>Contribuyente: <strong>${nameOf(visit, cuit)}</strong></p>
    <p><a href="${here}/agregar">Agregar alias</a></p>
    <table><thead><tr><th>Alias</th><th>Certificados</th></tr></thead><tbody>${rows}</tbody></table>`;
  return visitPage(visit, title, body);
}

/** «Ver»: certificates of one alias, each with a «Descargar» link. */
function showAlias(visit: Visit): Answer {
  const { base, simulation, params } = visit;
  const { cuit = '', alias = '' } = params;
  const here = `${base}/certificados/${cuit}/alias/${alias}`;
  const now = simulation.clock.now().toISOString();
  const rows = certificatesOf(simulation, 'live', cuit, alias).map(
    ({ serial, notBefore, notAfter }) => html`<tr><td>${serial}</td><td>${localDate(notBefore)}</td>
      <td>${localDate(notAfter)}</td><td>${notAfter < now ? 'VENCIDO' : 'VALIDO'}</td>
      <td><a href="${here}/${serial}" download>Descargar</a></td></tr>`,
  );
  if (rows.length === 0) return notFound();
  const body = html`<p>Contribuyente: <strong>${nameOf(visit, cuit)}</strong>. Alias: <strong>${alias}</strong>.</p>
    <p><a href="${here}/agregar">Agregar certificado</a></p>
    <table class="wide"><thead><tr><th>Nro Serie</th><th>Fecha Emisión</th><th>Fecha Vencimiento</th><th>Estado</th><th></th></tr></thead>
    <tbody>${rows}</tbody></table>`;
  return visitPage(visit, title, body);
}

/** File saved by a browser: `<alias>_<serial hex>.crt`, PEM (docs/authority.md#issued-certificate). */
function downloadCertificate({ simulation, params }: Visit): Answer {
  const { cuit = '', alias = '', serial } = params;
  const record = certificatesOf(simulation, 'live', cuit, alias).find((other) => other.serial === serial);
  if (!record) return notFound();
  const headers = {
    'content-type': 'application/x-x509-user-cert',
    'content-disposition': `attachment; filename="${alias}_${record.serial}.crt"`,
  };
  return { status: 200, headers, body: record.certificate };
}

function localDate(iso: string): string {
  return new Date(iso).toLocaleDateString('es-AR', { timeZone: 'America/Argentina/Buenos_Aires' });
}

const requestField = fileField({ label: 'Solicitud de certificado (CSR)', name: 'csr' });

function showAliasForm(visit: Visit, alert?: string): Answer {
  const body = html`<p>Contribuyente: <strong>${nameOf(visit, visit.params.cuit ?? '')}</strong></p>
    <form method="post" enctype="multipart/form-data">
    ${textField({ label: 'Alias', name: 'alias', value: visit.form.text('alias') })}
    ${requestField}<button>Agregar alias</button></form>`;
  return visitPage(visit, 'Agregar alias', body, alert);
}

async function submitAlias(visit: Visit): Promise<Answer> {
  const { base, simulation, params, form } = visit;
  const { cuit = '' } = params;
  const csr = await form.file('csr');
  const outcome = await attempt(() =>
    createAlias(simulation, 'live', { cuit, alias: form.text('alias'), csr }),
  );
  if ('refused' in outcome) return showAliasForm(visit, outcome.refused);
  return redirect(`${base}/certificados/${cuit}`);
}

/** The alias keeps its relations: docs/authority.md#renewal. */
function showAdditionForm(visit: Visit, alert?: string): Answer {
  const { cuit = '', alias = '' } = visit.params;
  const body = html`<p>Contribuyente: <strong>${nameOf(visit, cuit)}</strong>. Alias: <strong>${alias}</strong>.</p>
    <form method="post" enctype="multipart/form-data">${requestField}<button>Agregar certificado</button></form>`;
  return visitPage(visit, 'Agregar certificado', body, alert);
}

async function submitAddition(visit: Visit): Promise<Answer> {
  const { base, simulation, params, form } = visit;
  const { cuit = '', alias = '' } = params;
  const csr = await form.file('csr');
  const outcome = await attempt(() => addCertificate(simulation, 'live', { cuit, alias, csr }));
  if ('refused' in outcome) return showAdditionForm(visit, outcome.refused);
  return redirect(`${base}/certificados/${cuit}/alias/${alias}`);
}

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

/** This screen invites the mistake of choosing oneself instead of the company. */
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
