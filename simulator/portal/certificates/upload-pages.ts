import { type Answer, redirect } from '#simulator/http/exchange.ts';
import { addCertificate, createAlias } from '#simulator/registry/certificates.ts';
import { fileField, textField } from '../field.ts';
import { html } from '../html.ts';
import { attempt, nameOf, type Visit, visitPage } from '../visit.ts';

const requestField = fileField({ label: 'Solicitud de certificado (CSR)', name: 'csr' });

export function showAliasForm(visit: Visit, alert?: string): Answer {
  const body = html`<p>Contribuyente: <strong>${nameOf(visit, visit.params.cuit ?? '')}</strong></p>
    <form method="post" enctype="multipart/form-data">
    ${textField({ label: 'Alias', name: 'alias', value: visit.form.text('alias') })}
    ${requestField}<button>Agregar alias</button></form>`;
  return visitPage(visit, 'Agregar alias', body, alert);
}

export async function submitAlias(visit: Visit): Promise<Answer> {
  const { base, simulation, params, form } = visit;
  const { cuit = '' } = params;
  const csr = await form.file('csr');
  const outcome = await attempt(() =>
    createAlias(simulation, 'live', { cuit, alias: form.text('alias'), csr }),
  );
  if ('refused' in outcome) return showAliasForm(visit, outcome.refused);
  return redirect(`${base}/certificados/${cuit}`);
}

/** The alias keeps its relations: docs/authority.md#renewal. */
export function showAdditionForm(visit: Visit, alert?: string): Answer {
  const { cuit = '', alias = '' } = visit.params;
  const body = html`<p>Contribuyente: <strong>${nameOf(visit, cuit)}</strong>. Alias: <strong>${alias}</strong>.</p>
    <form method="post" enctype="multipart/form-data">${requestField}<button>Agregar certificado</button></form>`;
  return visitPage(visit, 'Agregar certificado', body, alert);
}

export async function submitAddition(visit: Visit): Promise<Answer> {
  const { base, simulation, params, form } = visit;
  const { cuit = '', alias = '' } = params;
  const csr = await form.file('csr');
  const outcome = await attempt(() => addCertificate(simulation, 'live', { cuit, alias, csr }));
  if ('refused' in outcome) return showAdditionForm(visit, outcome.refused);
  return redirect(`${base}/certificados/${cuit}/alias/${alias}`);
}
