import type { Page } from '@playwright/test';
import type { Environment } from '#lib/authority-environment.ts';
import type { E2eAlta } from './e2e-alta.ts';
import { authoriseInLive, confirm, follow, isOwn, logIn, openRelationsOf, search } from './e2e-portal.ts';
import { type Applicant, newSupplier } from './e2e-supplier.ts';
import { expect } from './e2e-test.ts';
import { portal as labels } from './e2e-wizard.ts';
import { formatCuit } from './new-cuit.ts';

/** The account holder's own company: registered, and named as delegate of suppliers. */
export async function newPlatform(alta: E2eAlta, environment: Environment) {
  const workspace = `delegating-${environment}` as const;
  const company = await newSupplier(alta, workspace);
  await company.reach('end');
  await company.registered();
  await company.call('PATCH', '/access/v1/apps/gov-ar', {
    delegate: { silo_entry_id: company.entry, accepts_within_hours: 4 },
  });
  const template = 'ar-supplier-delegation';
  const { body: workflow } = await company.call('POST', '/transform/v1/workflows', { template });
  const { body: registration } = await company.call(
    'GET',
    `/apps/gov-ar/v1/entry/${company.entry}/registration`,
  );
  const alias: string = registration.active_certificate.alias;
  return {
    company,
    alias,
    /** A supplier who chooses the way of registration. */
    newSupplier: (who?: { cuit: string; person: string }) => newSupplier(alta, workspace, workflow.id, who),
    /** Passes the minutes that the authority needs before a ticket includes the acts. */
    async passTheWindow() {
      await alta.simulator.control.clock(environment === 'live' ? 3 * 60 : 5 * 60);
    },
    verify: async (entry: string) =>
      (await company.call('POST', `/apps/gov-ar/v1/entry/${entry}/delegation/verify`)).body,
  };
}
type Platform = Awaited<ReturnType<typeof newPlatform>>;

/** The supplier's act in the portal. */
export async function delegateInLive(tab: Page, supplier: Applicant, delegateCuit: string) {
  await logIn(tab, supplier);
  if (isOwn(supplier)) await follow(tab, labels.relationsManager);
  else await openRelationsOf(tab, supplier);
  await follow(tab, labels.newRelation);
  await search(tab, labels.serviceField);
  await follow(tab, labels.arca, labels.webServices, labels.electronicInvoicing);
  await search(tab, labels.representative);
  await tab.getByLabel(labels.userCuit).fill(formatCuit(delegateCuit));
  await confirm(tab);
  await confirm(tab);
  await expect(tab.getByRole('status')).toContainText(labels.relationDone);
}

/** The account holder's two acts in the portal. */
export async function acceptInLive(tab: Page, { company, alias }: Platform, supplier: Applicant) {
  await logIn(tab, company);
  await follow(tab, labels.relationsManager, labels.acceptance);
  await tab.getByRole('button', { name: 'Aceptar' }).click();
  // From here on like any company that authorizes its certificate, in the name of the supplier.
  await authoriseInLive(tab, { ...supplier, person: company.person }, alias);
}
