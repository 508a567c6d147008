import { formatCuit, requireCuit } from '#simulator/cuit.ts';
import { type Answer, redirect } from '#simulator/http/exchange.ts';
import { textField } from '../field.ts';
import { type Html, html } from '../html.ts';
import { attempt, type Visit, visitPage } from '../visit.ts';

const title = 'Administrador de Relaciones de Clave Fiscal';

export function showRelations(visit: Visit, alert?: string): Answer {
  const { base, environment, session } = visit;
  // «Adherir servicio» is for oneself; for a company there is only «Nueva Relación».
  const isOwn = session.actingFor === session.person;
  const body = html`${environment === 'live' ? representedForm(visit) : undefined}
    <p>Autorizante (Dador): <strong>${formatCuit(session.actingFor)}</strong></p>
    <ul class="tiles">
      ${isOwn ? html`<li><a href="${base}/relaciones/servicios?para=adherir">Adherir servicio</a></li>` : undefined}
      <li><a href="${base}/relaciones/nueva">Nueva Relación</a></li>
    </ul>
    <h2>Relaciones vigentes</h2><ul>${currentRelations(visit)}</ul>`;
  return visitPage(visit, title, body, alert);
}

/** Any CUIT may be typed: who really represents whom is not the simulator's business. */
export async function chooseRepresented(visit: Visit): Promise<Answer> {
  const outcome = await attempt(() => requireCuit(visit.form.text('representado')));
  if ('refused' in outcome) return showRelations(visit, outcome.refused);
  visit.session.actingFor = outcome.done;
  return redirect(`${visit.base}/relaciones`);
}

function representedForm({ base, session }: Visit): Html {
  const label = 'Actuando en representación de';
  const hint = 'Tu CUIT, o el de la empresa de la que sos Administrador de Relaciones.';
  const value = formatCuit(session.actingFor);
  return html`<form method="post" action="${base}/relaciones/representado">
    ${textField({ label, name: 'representado', value, hint })}<button>Seleccionar</button></form>`;
}

function currentRelations({ simulation, environment, session }: Visit): Html[] {
  const { adherences, authorizations } = simulation.offices[environment].records;
  const interactive = adherences
    .filter(({ represented }) => represented === session.actingFor)
    .map(({ service, person }) => html`<li>${service}: representante ${formatCuit(person)}</li>`);
  const web = authorizations
    .filter(({ representedCuit }) => representedCuit === session.actingFor)
    .map(
      ({ service, alias, cuit }) =>
        html`<li>ws://${service}: computador fiscal ${alias} (${formatCuit(cuit)})</li>`,
    );
  return [...interactive, ...web];
}
