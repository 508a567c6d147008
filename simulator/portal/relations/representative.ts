import { isPerson, parseCuit } from '#simulator/cuit.ts';
import { type Answer, redirect } from '#simulator/http/exchange.ts';
import { Refusal } from '#simulator/refusal.ts';
import { lookUpTaxpayer } from '#simulator/registry/register.ts';
import { hiddenField, selectField, textField } from '../field.ts';
import { type Html, html } from '../html.ts';
import { attempt, nameOf, type Visit, visitPage } from '../visit.ts';
import { actsForItself, delegatesOf, offeredComputers } from './representative-choice.ts';
import { choiceValue, readChoice, type ServiceChoice } from './service-choice.ts';

const webServiceNotice =
  'El servicio que seleccionó es un WebService: corresponde que el representante sea un Computador Fiscal.';

export function showRepresentative(visit: Visit, alert?: string): Answer {
  const { base, environment, session, form, incoming } = visit;
  const choice = readChoice(environment, incoming.query.get('servicio') ?? form.text('servicio'));
  if (!choice) return redirect(`${base}/relaciones/nueva`);
  const body = html`<dl><dt>Autorizante (Dador)</dt><dd>${nameOf(visit, session.actingFor)}</dd>
    <dt>Servicio</dt><dd>${choice.title}</dd></dl>
    <form method="post" action="${base}/relaciones/representante">${hiddenField('servicio', choiceValue(choice))}
    ${fields(visit, choice)}
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

/** A delegate is offered their own CUIT first, which is the wrong one (docs/authority.md#delegation). */
function fields(visit: Visit, choice: ServiceChoice): Html {
  const typed = visit.form.text('cuit');
  const [delegate] = delegatesOf(visit, choice);
  const user = textField({
    label: 'CUIT/CUIL/CDI Usuario',
    name: 'cuit',
    value: typed || (delegate ?? ''),
    ...(delegate ? { hint: nameOf(visit, delegate) } : {}),
  });
  if (choice.kind === 'interactive') return user;
  const options = offeredComputers(visit, choice).map(({ cuit, alias }) => ({
    value: `${cuit}-${alias}`,
    title: alias,
  }));
  const computer = html`<p class="notice">${webServiceNotice}</p>
    ${selectField({ label: 'Computador Fiscal', name: 'computador', options })}`;
  return delegate ? html`${user}${computer}` : html`${computer}${user}`;
}

function checkRepresentative(visit: Visit, choice: ServiceChoice): string {
  const typed = visit.form.text('computador');
  if (choice.kind === 'web-service' && typed !== '') {
    const computer = offeredComputers(visit, choice).find(
      ({ cuit, alias }) => typed === `${cuit}-${alias}` || typed === alias,
    );
    if (!computer) throw new Refusal('Debe seleccionar un Computador Fiscal');
    return `alias:${computer.cuit}-${computer.alias}`;
  }
  const cuit = parseCuit(visit.form.text('cuit'));
  if (!cuit) throw new Refusal('Número de CUIL/CUIT incorrecto');
  if (cuit === visit.session.actingFor || delegatesOf(visit, choice).includes(cuit)) {
    throw new Refusal('El dador de la autorización no debe ser igual al autorizado');
  }
  checkDesignation(visit, choice, cuit);
  return `cuit:${cuit}`;
}

function checkDesignation(visit: Visit, { kind }: ServiceChoice, cuit: string): void {
  const { simulation, environment } = visit;
  if (!actsForItself(visit)) throw new Refusal('No se encuentra habilitado para designar representantes');
  if (kind === 'interactive' && !isPerson(cuit)) {
    throw new Refusal('Este simulador no admite ese representante: una empresa no tiene Clave Fiscal propia');
  }
  if (!lookUpTaxpayer(simulation, environment, cuit)) throw new Refusal('Número de CUIL/CUIT incorrecto');
}
