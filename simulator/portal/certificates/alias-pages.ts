import { type Answer, notFound } from '#simulator/http/exchange.ts';
import { aliasesOf, certificatesOf } from '#simulator/registry/certificates.ts';
import { html } from '../html.ts';
import { nameOf, type Visit, visitPage } from '../visit.ts';

const title = 'Administración de Certificados Digitales';

export function showAliases(visit: Visit): Answer {
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

/** «Ver»: the certificates of one alias, each with its «Descargar». */
export function showAlias(visit: Visit): Answer {
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

/** The file a browser saves: `<alias>_<serial hex>.crt`, PEM (docs/authority.md#issued-certificate). */
export function downloadCertificate({ simulation, params }: Visit): Answer {
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
