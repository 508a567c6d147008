import { formatCuit } from '#simulator/cuit.ts';
import type { Answer } from '#simulator/http/exchange.ts';
import { html } from '../html.ts';
import { type Visit, visitPage } from '../visit.ts';
import type { ServiceChoice } from './service-choice.ts';

/** The form every relation ends with. */
export function receiptPage(visit: Visit, choice: ServiceChoice, representative: string): Answer {
  const relogin =
    choice.kind === 'interactive'
      ? html`<p class="notice">Para ver el servicio, salí y volvé a ingresar.</p>`
      : undefined;
  const body = html`<p class="done" role="status">La relación fue generada.</p>
    <dl><dt>Autorizante (Dador)</dt><dd>${formatCuit(visit.session.actingFor)}</dd>
    <dt>Servicio</dt><dd>${choice.title}</dd>
    <dt>Representante</dt><dd>${representative}</dd></dl>${relogin}
    <p><a href="${visit.base}/relaciones">Volver</a></p>`;
  return visitPage(visit, 'F. 3283/E', body);
}
