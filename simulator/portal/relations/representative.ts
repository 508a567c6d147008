import { isPerson, parseCuit } from '#simulator/cuit.ts';
import { type Answer, redirect } from '#simulator/http/exchange.ts';
import { Refusal } from '#simulator/refusal.ts';
import { aliasesOf } from '#simulator/registry/certificates.ts';
import { hiddenField, selectField, textField } from '../field.ts';
import { html } from '../html.ts';
import { attempt, nameOf, type Visit, visitPage } from '../visit.ts';
import { choiceValue, readChoice, type ServiceChoice } from './service-choice.ts';

/** A person (`cuit:…`) for an interactive service, a Computador Fiscal (`alias:…`) for a web service. */
export type Representative = { value: string; id: string; title: string };

export function readRepresentative(visit: Visit, text: string): Representative | undefined {
  const match = /^(alias|cuit):([A-Za-z0-9_-]+)$/.exec(text);
  if (!match?.[2]) return undefined;
  const title = match[1] === 'cuit' ? nameOf(visit, match[2]) : `Computador Fiscal ${match[2]}`;
  return { value: text, id: match[2], title };
}

const webServiceNotice =
  'El servicio que seleccionó es un WebService: corresponde que el representante sea un Computador Fiscal.';

export function showRepresentative(visit: Visit, alert?: string): Answer {
  const { base, environment, simulation, session, form, incoming } = visit;
  const choice = readChoice(environment, incoming.query.get('servicio') ?? form.text('servicio'));
  if (!choice) return redirect(`${base}/relaciones/nueva`);
  // Aliases of the taxpayer in whose name one acts, and of nobody else: an empty list means that the
  // certificate was made under another CUIT.
  const options = aliasesOf(simulation, environment, session.actingFor).map((alias) => ({
    value: alias,
    title: alias,
  }));
  const computer =
    choice.kind === 'web-service'
      ? html`<p class="notice">${webServiceNotice}</p>
          ${selectField({ label: 'Computador Fiscal', name: 'computador', options })}`
      : undefined;
  const body = html`<dl><dt>Autorizante (Dador)</dt><dd>${nameOf(visit, session.actingFor)}</dd>
    <dt>Servicio</dt><dd>${choice.title}</dd></dl>
    <form method="post" action="${base}/relaciones/representante">${hiddenField('servicio', choiceValue(choice))}
    ${computer}${textField({ label: 'CUIT/CUIL/CDI Usuario', name: 'cuit', value: form.text('cuit') })}
    <button>CONFIRMAR</button></form>`;
  return visitPage(visit, 'Representante', body, alert);
}

export async function chooseRepresentative(visit: Visit): Promise<Answer> {
  const choice = readChoice(visit.environment, visit.form.text('servicio'));
  if (!choice) return redirect(`${visit.base}/relaciones/nueva`);
  const outcome = await attempt(() => checkRepresentative(visit, choice));
  if ('refused' in outcome) return showRepresentative(visit, outcome.refused);
  const query = new URLSearchParams({ servicio: choiceValue(choice), representante: outcome.done });
  return redirect(`${visit.base}/relaciones/nueva?${query}`);
}

function checkRepresentative({ form, session }: Visit, choice: ServiceChoice): string {
  const computer = form.text('computador');
  if (choice.kind === 'web-service' && computer !== '') return `alias:${computer}`;
  const cuit = parseCuit(form.text('cuit'));
  if (!cuit) throw new Refusal('Número de CUIL/CUIT incorrecto');
  if (cuit === session.actingFor) {
    throw new Refusal('El dador de la autorización no debe ser igual al autorizado');
  }
  // Giving a web service to another CUIT takes that CUIT's acceptance (docs/authority.md#delegation): not simulated.
  if (choice.kind === 'web-service' || !isPerson(cuit)) {
    throw new Refusal('Este simulador no admite ese representante: elegí un Computador Fiscal');
  }
  return `cuit:${cuit}`;
}
