import type { Environment } from '#lib/authority-environment.ts';
import type { E2eAlta } from './e2e-alta.ts';
import { integrator } from './e2e-configuration.ts';
import { newEmptyWorkspace, newKeyOf } from './e2e-people.ts';
import { newSupplier } from './e2e-supplier.ts';

/** A new workspace with a registered company, which is nobody's delegate until it is named. */
export async function newCompany(alta: E2eAlta, environment: Environment) {
  const slug = await newEmptyWorkspace(alta, 'Plataforma', environment);
  const apiKey = await newKeyOf(alta, slug);
  const workflow = await integrator(alta, apiKey).newWorkflow();
  const workspace = { slug, environment, apiKey, workflow };
  const own: E2eAlta = { ...alta, seeded: { ...alta.seeded, [environment]: workspace } };
  const company = await newSupplier(own, environment);
  const { alias } = await company.request();
  await company.reach('end');
  await company.registered();
  const path = (entry: string) => `/apps/gov-ar/v1/entry/${entry}`;
  let delegation: string | undefined;
  return {
    slug,
    company,
    alias,
    /** By the API, like the form. */
    name: () =>
      company.call('PATCH', '/access/v1/apps/gov-ar', { delegate: { silo_entry_id: company.entry } }),
    /** A supplier who states that they have delegated. */
    async newDelegator() {
      const template = 'ar-supplier-delegation';
      delegation ??= (await company.call('POST', '/transform/v1/workflows', { template })).body.id as string;
      const supplier = await newSupplier(own, environment, delegation);
      await company.call('POST', `${path(supplier.entry)}/delegation`);
      return supplier;
    },
    /** Acts of the company's administrator in the portal. In live, the supplier's act comes first. */
    async accept(supplier: { cuit: string }) {
      const { simulator } = alta;
      const holder = environment === 'sandbox' ? company.person : company.cuit;
      if (environment === 'live') {
        const asked = { cuit: company.person, represented_cuit: supplier.cuit, delegate_cuit: company.cuit };
        await simulator.delegate(asked);
        await simulator.acceptDelegation(asked);
      }
      await simulator.authorise(environment, { cuit: holder, alias, represented_cuit: supplier.cuit });
    },
    takeBack: (supplier: { cuit: string }) =>
      alta.simulator.withdrawDelegation({
        cuit: company.person,
        represented_cuit: supplier.cuit,
        delegate_cuit: company.cuit,
      }),
    /** In the portal, for the taxpayers' register. */
    authoriseRegister: () =>
      alta.simulator.authorise(environment, {
        cuit: environment === 'sandbox' ? company.person : company.cuit,
        alias,
        represented_cuit: company.cuit,
        service: 'ws_sr_constancia_inscripcion',
      }),
  };
}
