import { type Answer, redirect } from '#simulator/http/exchange.ts';
import { webServices } from '#simulator/registry/services.ts';
import { html } from '../html.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { wsassAuthorizationRoutes } from './authorization-pages.ts';
import { wsassCertificateRoutes } from './certificate-pages.ts';
import { wsassPage } from './frame.ts';

const pages: PageRoute[] = [
  { method: 'GET', path: '/wsass', show: showIntroduction },
  { method: 'GET', path: '/wsass/servicios', show: showServices },
  { method: 'GET', path: '/wsass/contactenos', show: showContact },
  ...wsassCertificateRoutes,
  ...wsassAuthorizationRoutes,
];

/** WSASS opens only for who adhered it before logging in: docs/authority.md#sandbox-portal. */
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
