import { parseCuit } from '#simulator/cuit.ts';
import { type Answer, redirect } from '#simulator/http/exchange.ts';
import { findWebService } from '#simulator/registry/services.ts';
import { represent } from '#simulator/registry/taxpayers.ts';
import { choosingField } from '../field.ts';
import { type Html, html } from '../html.ts';
import { grantorOptions, grantorsOf, otherTaxpayerForm } from '../taxpayers.ts';
import { attempt, nameOf, type Visit, visitPage } from '../visit.ts';

const title = 'Administrador de Relaciones de Clave Fiscal';

export function showRelations(visit: Visit, alert?: string): Answer {
  const { base, environment, session } = visit;
  const isLive = environment === 'live';
  // «Adherir servicio» is for oneself; for a company there is only «Nueva Relación».
  const isOwn = session.actingFor === session.person;
  const body = html`${isLive ? representedForm(visit) : undefined}
    <p>Autorizante (Dador): <strong>${nameOf(visit, session.actingFor)}</strong></p>
    <ul class="tiles">
      ${isOwn ? html`<li><a href="${base}/relaciones/servicios?para=adherir">Adherir servicio</a></li>` : undefined}
      <li><a href="${base}/relaciones/nueva">Nueva Relación</a></li>
      <li><a href="${base}/relaciones/designaciones">Aceptación de Designación</a></li>
    </ul>
    <h2>Relaciones vigentes</h2><ul>${currentRelations(visit)}</ul>
    ${isLive ? otherTaxpayerForm(visit, `${base}/relaciones/otro`) : undefined}`;
  return visitPage(visit, title, body, alert);
}

export function chooseRepresented(visit: Visit): Answer {
  return actFor(visit, visit.form.text('representado')) ?? redirect(`${visit.base}/relaciones`);
}

/** Any CUIT may be typed: who really represents whom is not the simulator's business. */
export async function chooseOther(visit: Visit): Promise<Answer> {
  const { simulation, environment, session, form, base } = visit;
  const outcome = await attempt(() => represent(simulation, environment, session.person, form.text('otro')));
  if ('refused' in outcome) return showRelations(visit, outcome.refused);
  session.actingFor = outcome.done;
  return redirect(`${base}/relaciones`);
}

/** `relationAdd.aspx?representado=…&servicename=ws://…`: «Nueva Relación» with company and service chosen. */
export function startRelation(visit: Visit): Answer {
  const { query } = visit.incoming;
  const refused = actFor(visit, query.get('representado') ?? '');
  if (refused) return refused;
  const service = findWebService(query.get('servicename') ?? '');
  return redirect(`${visit.base}/relaciones/nueva${service ? `?servicio=ws:${service.id}` : ''}`);
}

/** Undefined when it is one of those in whose name the person may make relations. */
function actFor(visit: Visit, typed: string): Answer | undefined {
  const cuit = parseCuit(typed);
  if (!cuit || !grantorsOf(visit).includes(cuit)) {
    return showRelations(visit, 'No se encuentra habilitado para actuar en representación de ese CUIT');
  }
  visit.session.actingFor = cuit;
  return undefined;
}

function representedForm(visit: Visit): Html {
  const label = 'Actuando en representación de';
  const value = visit.session.actingFor;
  return html`<form method="post" action="${visit.base}/relaciones/representado">
    ${choosingField({ label, name: 'representado', value, options: grantorOptions(visit) })}</form>`;
}

function currentRelations(visit: Visit): Html[] {
  const { simulation, environment, session } = visit;
  const { adherences, authorizations, delegations } = simulation.offices[environment].records;
  const interactive = adherences
    .filter(({ represented }) => represented === session.actingFor)
    .map(
      ({ service, person, isPending }) =>
        html`<li>${service}: representante ${nameOf(visit, person)}${isPending ? ', pendiente' : ''}</li>`,
    );
  const web = authorizations
    .filter(({ representedCuit }) => representedCuit === session.actingFor)
    .map(
      ({ service, alias, cuit }) =>
        html`<li>ws://${service}: computador fiscal ${alias}, ${nameOf(visit, cuit)}</li>`,
    );
  const delegated = delegations
    .filter(({ representedCuit }) => representedCuit === session.actingFor)
    .map(
      ({ service, delegateCuit, isAccepted }) =>
        html`<li>ws://${service}: representante ${nameOf(visit, delegateCuit)}${isAccepted ? '' : ', pendiente'}</li>`,
    );
  return [...interactive, ...delegated, ...web];
}
