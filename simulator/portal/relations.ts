import { parseCuit } from '#simulator/cuit.ts';
import type { Environment } from '#simulator/environment.ts';
import type { Answer } from '#simulator/http/exchange.ts';
import { aliasesOf } from '#simulator/registry/certificates.ts';
import { acceptDelegation, delegationsTo, pendingDelegations } from '#simulator/registry/delegations.ts';
import {
  acceptDesignation,
  designationsOf,
  findInteractiveService,
  findWebService,
  interactiveServices,
  webServices,
} from '#simulator/registry/services.ts';
import { represents } from '#simulator/registry/taxpayers.ts';
import { html } from './page.ts';
import { nameOf, type Visit, visitPage } from './visit.ts';

/** «Aceptación de Designación»: pending designations of the person and of taxpayers they act for. */
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

/** Receipt shown after every new relation. */
export function receiptPage(visit: Visit, choice: ServiceChoice, representative: Representative): Answer {
  const next = nextStep(visit, choice, representative);
  const notice = next ? html`<p class="notice">${next}</p>` : undefined;
  const body = html`<p class="done" role="status">La relación fue generada.</p>
    <dl><dt>Autorizante (Dador)</dt><dd>${nameOf(visit, visit.session.actingFor)}</dd>
    <dt>Servicio</dt><dd>${choice.title}</dd>
    <dt>Representante</dt><dd>${representative.title}</dd></dl>${notice}
    <p><a href="${visit.base}/relaciones">Volver</a></p>`;
  return visitPage(visit, 'F. 3283/E', body);
}

function nextStep(
  visit: Visit,
  { kind }: ServiceChoice,
  { cuit, alias }: Representative,
): string | undefined {
  if (alias !== undefined) return undefined;
  if (kind === 'interactive' && cuit === visit.session.person) {
    return 'Para ver el nuevo servicio, salga y vuelva a ingresar con su Clave Fiscal.';
  }
  return 'La persona designada debe ingresar con su Clave Fiscal y aceptar en «Aceptación de Designación».';
}

/** Passed through the forms: a taxpayer as `cuit:<cuit>`, a Computador Fiscal as `alias:<owner>-<alias>`. */
export type Representative = { value: string; title: string; cuit: string; alias?: string };

export type Computer = { cuit: string; alias: string };

export function readRepresentative(visit: Visit, text: string): Representative | undefined {
  const [, kind, digits, alias] = /^(cuit|alias):(\d{11})(?:-([A-Za-z0-9_-]+))?$/.exec(text) ?? [];
  const cuit = parseCuit(digits);
  if (!cuit || (kind === 'alias') !== (alias !== undefined)) return undefined;
  if (alias === undefined) return { value: text, cuit, title: nameOf(visit, cuit) };
  return { value: text, cuit, alias, title: `Computador Fiscal ${alias}` };
}

/**
 * Aliases of the taxpayer acted for, and of the delegate if the person acts as one. An empty list means that
 * the certificate was made under another CUIT.
 */
export function offeredComputers(visit: Visit, choice: ServiceChoice): Computer[] {
  const { actingFor } = visit.session;
  const owners = [...(actsForItself(visit) ? [actingFor] : []), ...delegatesOf(visit, choice)];
  return owners.flatMap((cuit) =>
    aliasesOf(visit.simulation, visit.environment, cuit).map((alias) => ({ cuit, alias })),
  );
}

/** The person's taxpayers to which `actingFor` has delegated the service. */
export function delegatesOf({ simulation, session }: Visit, { kind, id }: ServiceChoice): string[] {
  if (kind === 'interactive') return [];
  return delegationsTo(simulation, session.person)
    .filter(({ representedCuit, service }) => representedCuit === session.actingFor && service === id)
    .map(({ delegateCuit }) => delegateCuit);
}

/** False if the person acts only as a delegate, who may relate the service only to the delegate's own computers. */
export function actsForItself({ simulation, environment, session }: Visit): boolean {
  return represents(simulation, environment, session.person, session.actingFor);
}

/** A service of the tree, passed through the forms as `ws:<id>` or `interactivo:<id>`. */
export type ServiceChoice = { kind: 'web-service' | 'interactive'; id: string; title: string };

export function readChoice(environment: Environment, text: string): ServiceChoice | undefined {
  const [prefix, id = ''] = text.split(':', 2);
  if (prefix === 'ws' && environment === 'live') {
    const service = findWebService(id);
    return service && { kind: 'web-service', id, title: service.liveTitle };
  }
  const service = prefix === 'interactivo' ? findInteractiveService(environment, id) : undefined;
  return service && { kind: 'interactive', id, title: service.title };
}

export function choiceValue({ kind, id }: ServiceChoice): string {
  return kind === 'web-service' ? `ws:${id}` : `interactivo:${id}`;
}

/** The two branches under ARCA. In homologación, web services are authorized in WSASS instead. */
export function branches(
  environment: Environment,
): { id: string; title: string; services: ServiceChoice[] }[] {
  const interactive = interactiveServices[environment].map(
    ({ id, title }): ServiceChoice => ({ kind: 'interactive', id, title }),
  );
  const web = webServices.map(
    ({ id, liveTitle }): ServiceChoice => ({ kind: 'web-service', id, title: liveTitle }),
  );
  return [
    { id: 'interactivos', title: 'Servicios Interactivos', services: interactive },
    ...(environment === 'live' ? [{ id: 'webservices', title: 'WebServices', services: web }] : []),
  ];
}
