import { type Answer, redirect } from '#simulator/http/exchange.ts';
import { Refusal } from '#simulator/refusal.ts';
import {
  authoriseAlias,
  authorizationDuplicate,
  findAuthorization,
} from '#simulator/registry/authorizations.ts';
import { delegate, findDelegation } from '#simulator/registry/delegations.ts';
import { adhere } from '#simulator/registry/interactive-services.ts';
import { hiddenField } from '../field.ts';
import { type Html, html } from '../html.ts';
import { attempt, nameOf, type Visit, visitPage } from '../visit.ts';
import { receiptPage } from './receipt.ts';
import { type Representative, readRepresentative } from './representative-choice.ts';
import { choiceValue, readChoice, type ServiceChoice } from './service-choice.ts';

/** «Nueva Relación»: the service, then the representative, each behind its own «BUSCAR». */
export function showNewRelation(visit: Visit, alert?: string): Answer {
  const { base, environment, session } = visit;
  const choice = readChoice(environment, given(visit, 'servicio'));
  const representative = readRepresentative(visit, given(visit, 'representante'));
  const body = html`<dl><dt>Autorizante (Dador)</dt><dd>${nameOf(visit, session.actingFor)}</dd></dl>
    ${searchGroup('Servicio', choice?.title, `${base}/relaciones/servicios`, hiddenField('para', 'nueva'))}
    ${choice ? searchRepresentative(base, choice, representative?.title) : undefined}
    ${
      choice && representative
        ? html`<form method="post" action="${base}/relaciones/nueva">
          ${hiddenField('servicio', choiceValue(choice))}${hiddenField('representante', representative.value)}
          <button>CONFIRMAR</button></form>`
        : undefined
    }`;
  return visitPage(visit, 'Nueva Relación', body, alert);
}

export async function submitNewRelation(visit: Visit): Promise<Answer> {
  const choice = readChoice(visit.environment, visit.form.text('servicio'));
  const representative = readRepresentative(visit, visit.form.text('representante'));
  if (!choice || !representative) return redirect(`${visit.base}/relaciones/nueva`);
  const outcome = await attempt(() => relate(visit, choice, representative));
  if ('refused' in outcome) return showNewRelation(visit, outcome.refused);
  return receiptPage(visit, choice, representative);
}

function relate(visit: Visit, choice: ServiceChoice, { cuit, alias }: Representative): void {
  const { simulation, environment, session } = visit;
  const { person, actingFor } = session;
  if (choice.kind === 'interactive') {
    adhere(simulation, environment, {
      askedBy: person,
      person: cuit,
      represented: actingFor,
      service: choice.id,
    });
  } else if (alias === undefined) {
    const delegation = { representedCuit: actingFor, delegateCuit: cuit, service: choice.id };
    const known = findDelegation(simulation, delegation);
    // In the manner of the sentence that is known, of an alias.
    if (known)
      throw new Refusal(
        `La autorizacion: (${cuit})-${actingFor}-ws://${choice.id}-${actingFor} ya existe`,
        409,
      );
    delegate(simulation, { ...delegation, askedBy: person });
  } else {
    const relation = { cuit, alias, representedCuit: actingFor, service: choice.id };
    const known = findAuthorization(simulation, environment, relation);
    if (known) throw new Refusal(authorizationDuplicate(known), 409);
    authoriseAlias(simulation, environment, { ...relation, authorisedBy: actingFor });
  }
}

function searchRepresentative(base: string, choice: ServiceChoice, title: string | undefined): Html {
  const field = hiddenField('servicio', choiceValue(choice));
  return searchGroup('Representante', title, `${base}/relaciones/representante`, field);
}

function searchGroup(label: string, value: string | undefined, action: string, field: Html): Html {
  return html`<fieldset><legend>${label}</legend><p>${value ?? '(sin seleccionar)'}</p>
    <form method="get" action="${action}">${field}<button>BUSCAR</button></form></fieldset>`;
}

function given({ incoming, form }: Visit, name: string): string {
  return incoming.query.get(name) ?? form.text(name);
}
