import { representedBy } from '#simulator/registry/taxpayers.ts';
import { delegationsTo } from '../registry/delegations.ts';
import { type Html, html, textField } from './page.ts';
import { nameOf, type Visit } from './visit.ts';

/** The person and the companies they represent, as options of a select. */
export function taxpayerOptions(visit: Visit): { value: string; title: string }[] {
  const { simulation, environment, session } = visit;
  return representedBy(simulation, environment, session.person).map((cuit) => ({
    value: cuit,
    title: nameOf(visit, cuit),
  }));
}

/** Also includes taxpayers that delegated a service to one of those. For them the person may only make relations. */
export function grantorOptions(visit: Visit): { value: string; title: string }[] {
  return grantorsOf(visit).map((cuit) => ({ value: cuit, title: nameOf(visit, cuit) }));
}

export function grantorsOf({ simulation, environment, session }: Visit): string[] {
  const own = representedBy(simulation, environment, session.person);
  if (environment === 'sandbox') return own;
  const delegated = delegationsTo(simulation, session.person).map(({ representedCuit }) => representedCuit);
  return [...new Set([...own, ...delegated])];
}

/**
 * A field for companies unknown to the simulator. ARCA knows every company and has no such field.
 */
export function otherTaxpayerForm({ form }: Visit, action: string): Html {
  return html`<form class="extra" method="post" action="${action}">
    ${textField({ label: 'Otro CUIT (sólo en esta imitación)', name: 'otro', value: form.text('otro'), hint: 'Para una empresa que esta imitación de ARCA no conoce. En ARCA no existe este campo.' })}
    <button class="plain">Usar este CUIT</button></form>`;
}
