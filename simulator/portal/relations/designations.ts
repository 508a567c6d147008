import type { Answer } from '#simulator/http/exchange.ts';
import { acceptDelegation, pendingDelegations } from '#simulator/registry/delegations.ts';
import {
  acceptDesignation,
  designationsOf,
  findInteractiveService,
} from '#simulator/registry/interactive-services.ts';
import { findWebService } from '#simulator/registry/services.ts';
import { html } from '../html.ts';
import { nameOf, type Visit, visitPage } from '../visit.ts';

/** «Aceptación de Designación»: what somebody else has named the person for, or a taxpayer for whom they act. */
export function showDesignations(visit: Visit): Answer {
  const rows = waiting(visit).map(
    ({ grantor, designated, service }, index) => html`<tr><td>${nameOf(visit, grantor)}</td>
      <td>${service}</td><td>${nameOf(visit, designated)}</td><td>Pendiente</td>
      <td><form method="post"><button name="numero" value="${index}">Aceptar</button></form></td></tr>`,
  );
  const body = html`<table><thead><tr><th>Autorizante (Dador)</th><th>Servicio</th><th>Representante</th>
    <th>Aceptada</th><th></th></tr></thead><tbody>${rows}</tbody></table>
    ${rows.length === 0 ? html`<p>No hay designaciones pendientes.</p>` : undefined}
    <p><a href="${visit.base}/relaciones">Volver</a></p>`;
  return visitPage(visit, 'Aceptación de Designación', body);
}

export function accept(visit: Visit): Answer {
  waiting(visit)[Number(visit.form.text('numero'))]?.accept();
  return showDesignations(visit);
}

type Designation = { grantor: string; designated: string; service: string; accept(): void };

function waiting({ simulation, environment, session }: Visit): Designation[] {
  const { person } = session;
  const interactive = designationsOf(simulation, environment, person).map((designation) => ({
    grantor: designation.represented,
    designated: designation.person,
    service: findInteractiveService(environment, designation.service)?.title ?? designation.service,
    accept: () => acceptDesignation(simulation, designation),
  }));
  if (environment === 'sandbox') return interactive;
  const delegations = pendingDelegations(simulation, person).map((delegation) => ({
    grantor: delegation.representedCuit,
    designated: delegation.delegateCuit,
    service: findWebService(delegation.service)?.liveTitle ?? delegation.service,
    accept: () => acceptDelegation(simulation, { ...delegation, acceptedBy: person }),
  }));
  return [...interactive, ...delegations];
}
