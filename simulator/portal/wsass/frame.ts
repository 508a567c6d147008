import type { Answer } from '#simulator/http/exchange.ts';
import { aliasesOf } from '#simulator/registry/certificates.ts';
import { type Html, html } from '../html.ts';
import { type Visit, visitPage } from '../visit.ts';

// The menu of WSASS, verbatim.
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

export function wsassPage(visit: Visit, title: string, body: Html, alert?: string): Answer {
  const links = menu.map(([path, label]) => html`<a href="${visit.base}/wsass${path}">${label}</a>`);
  const framed = html`<nav class="menu" aria-label="WSASS">${links}</nav>${body}`;
  return visitPage(visit, title, framed, alert);
}

/** The text area the certificate is copied from: WSASS offers no file. */
export function resultArea(certificate: string): Html {
  return html`<p class="field"><label for="resultado">Resultado</label>
    <textarea id="resultado" rows="26" readonly>${certificate}</textarea></p>`;
}

export function aliasOptions({ simulation, environment, session }: Visit) {
  return aliasesOf(simulation, environment, session.person).map((alias) => ({ value: alias, title: alias }));
}
