import type { Answer } from '#simulator/http/exchange.ts';
import { html } from '../html.ts';
import { nameOf, type Visit, visitPage } from '../visit.ts';
import type { Representative } from './representative-choice.ts';
import type { ServiceChoice } from './service-choice.ts';

/** The form every relation ends with. */
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
