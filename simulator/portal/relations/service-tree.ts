import { type Answer, redirect } from '#simulator/http/exchange.ts';
import { adhere } from '#simulator/registry/interactive-services.ts';
import { hiddenField } from '../field.ts';
import { html } from '../html.ts';
import { attempt, nameOf, type Visit, visitPage } from '../visit.ts';
import { receiptPage } from './receipt.ts';
import { branches, choiceValue, readChoice } from './service-choice.ts';

/** ARCA -> Servicios Interactivos | WebServices -> the service, one click each. */
export function showServiceTree(visit: Visit): Answer {
  const { base, environment, incoming } = visit;
  const purpose = incoming.query.get('para') === 'adherir' ? 'adherir' : 'nueva';
  const here = `${base}/relaciones/servicios?para=${purpose}`;
  const isOpen = incoming.query.get('organismo') === 'ARCA';
  const branch = branches(environment).find(({ id }) => id === incoming.query.get('grupo'));
  const services = branch?.services.map((choice) => {
    const page = purpose === 'adherir' && choice.kind === 'interactive' ? 'adherir' : 'nueva';
    return html`<li><a href="${base}/relaciones/${page}?servicio=${choiceValue(choice)}">${choice.title}</a></li>`;
  });
  const groups = branches(environment).map(
    ({ id, title }) => html`<li><a href="${here}&organismo=ARCA&grupo=${id}">${title}</a>
      ${id === branch?.id && services ? html`<ul>${services}</ul>` : undefined}</li>`,
  );
  const isAdherence = purpose === 'adherir';
  const body = html`${isAdherence ? html`<p>Seleccione el servicio</p>` : undefined}
    <ul class="tree"><li><a href="${here}&organismo=ARCA">ARCA</a>${isOpen ? html`<ul>${groups}</ul>` : undefined}</li></ul>`;
  return visitPage(visit, isAdherence ? 'Adherir servicio' : 'Seleccione el servicio', body);
}

export function showAdherence(visit: Visit, alert?: string): Answer {
  const text = visit.incoming.query.get('servicio') ?? visit.form.text('servicio');
  const choice = readChoice(visit.environment, text);
  if (!choice) return redirect(`${visit.base}/relaciones`);
  const body = html`<p>Servicio: <strong>${choice.title}</strong></p>
    <form method="post" action="${visit.base}/relaciones/adherir">${hiddenField('servicio', choiceValue(choice))}
    <button>CONFIRMAR</button></form>`;
  return visitPage(visit, 'Adherir servicio', body, alert);
}

export async function submitAdherence(visit: Visit): Promise<Answer> {
  const { simulation, environment, session, form } = visit;
  const choice = readChoice(environment, form.text('servicio'));
  if (choice?.kind !== 'interactive') return redirect(`${visit.base}/relaciones`);
  const { person } = session;
  const adherence = { askedBy: person, person, represented: person, service: choice.id };
  const outcome = await attempt(() => adhere(simulation, environment, adherence));
  if ('refused' in outcome) return showAdherence(visit, outcome.refused);
  const title = nameOf(visit, person);
  return receiptPage(visit, choice, { value: `cuit:${person}`, cuit: person, title });
}
