import type { Answer } from '#simulator/http/exchange.ts';
import {
  acceptDesignation,
  designationsOf,
  findInteractiveService,
} from '#simulator/registry/interactive-services.ts';
import { html } from '../html.ts';
import { nameOf, type Visit, visitPage } from '../visit.ts';

/** «Aceptación de Designación»: what somebody else has named the person for. */
export function showDesignations(visit: Visit): Answer {
  const { environment } = visit;
  const rows = waiting(visit).map(
    ({ represented, service }, index) => html`<tr><td>${nameOf(visit, represented)}</td>
      <td>${findInteractiveService(environment, service)?.title ?? service}</td><td>Pendiente</td>
      <td><form method="post"><button name="numero" value="${index}">Aceptar</button></form></td></tr>`,
  );
  const body = html`<table><thead><tr><th>Autorizante (Dador)</th><th>Servicio</th><th>Aceptada</th><th></th></tr></thead>
    <tbody>${rows}</tbody></table>
    ${rows.length === 0 ? html`<p>No hay designaciones pendientes.</p>` : undefined}
    <p><a href="${visit.base}/relaciones">Volver</a></p>`;
  return visitPage(visit, 'Aceptación de Designación', body);
}

export function accept(visit: Visit): Answer {
  const designation = waiting(visit)[Number(visit.form.text('numero'))];
  if (designation) acceptDesignation(visit.simulation, designation);
  return showDesignations(visit);
}

function waiting({ simulation, environment, session }: Visit) {
  return designationsOf(simulation, environment, session.person);
}
