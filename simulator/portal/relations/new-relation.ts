import { type Answer, redirect } from '#simulator/http/exchange.ts';
import { authoriseAlias } from '#simulator/registry/authorizations.ts';
import { adhere } from '#simulator/registry/interactive-services.ts';
import { hiddenField } from '../field.ts';
import { type Html, html } from '../html.ts';
import { attempt, nameOf, type Visit, visitPage } from '../visit.ts';
import { receiptPage } from './receipt.ts';
import { readRepresentative } from './representative.ts';
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
  const { simulation, environment, session } = visit;
  const choice = readChoice(environment, visit.form.text('servicio'));
  const representative = readRepresentative(visit, visit.form.text('representante'));
  if (!choice || !representative) return redirect(`${visit.base}/relaciones/nueva`);
  const outcome = await attempt(() => {
    if (choice.kind === 'interactive') {
      return adhere(simulation, environment, {
        askedBy: session.person,
        person: representative.id,
        represented: session.actingFor,
        service: choice.id,
      });
    }
    authoriseAlias(simulation, environment, {
      cuit: session.actingFor,
      alias: representative.id,
      representedCuit: session.actingFor,
      service: choice.id,
      authorisedBy: session.actingFor,
    });
  });
  if ('refused' in outcome) return showNewRelation(visit, outcome.refused);
  return receiptPage(visit, choice, representative);
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
