import type { Page } from '@playwright/test';
import { apiClient } from './api-client.ts';
import type { E2eAlta } from './e2e-alta.ts';
import { words } from './e2e-console.ts';
import { expect } from './e2e-test.ts';
import { newCuit } from './new-cuit.ts';

/** Opens the page of a section by its link in the navigation. */
export async function goTo(page: Page, section: string) {
  const name = words(`shell.nav.${section}`);
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

/** Requires the page of the apps. */
export async function connectArgentina(page: Page) {
  await page
    .getByRole('button', { name: words('configuration.apps.connectLabel', { name: 'Argentina' }) })
    .click();
  await expect(page.getByText(words('configuration.apps.connected'), { exact: true })).toBeVisible();
}

/** Creates a key on the open page of the keys. Returns the token, which is shown only once. */
export async function newKeyOn(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: words('configuration.apiKeys.new'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('configuration.apiKeys.name')).fill(name);
  await dialog.getByRole('button', { name: words('configuration.apiKeys.create') }).click();
  await expect(dialog.getByText(words('configuration.apiKeys.onceTitle'))).toBeVisible();
  const token = (await dialog.locator('code').first().textContent()) ?? '';
  await dialog.getByRole('button', { name: words('configuration.apiKeys.saved') }).click();
  await expect(dialog).toBeHidden();
  return token;
}

/** An integrator's acts with a key: suppliers, and the registration workflow on them. */
export function integrator(alta: E2eAlta, token: string) {
  const call = apiClient(alta.origin, token);
  return {
    call,
    async newWorkflow(): Promise<string> {
      return (await call('POST', '/transform/v1/workflows', { template: 'ar-supplier-registration' })).body
        .id;
    },
    async newSupplier(name = 'Ferretería El Tornillo S.R.L.'): Promise<string> {
      const data = { name, tax_id: { country: 'AR', code: newCuit('30') } };
      return (await call('POST', '/silo/v1/entries', { folder: 'suppliers', data })).body.id;
    },
    async run(workflow: string, entry: string): Promise<string> {
      const job = { workflow_id: workflow, silo_entry_id: entry };
      return (await call('POST', '/transform/v1/jobs', job)).body.id;
    },
    entry: async (id: string) => (await call('GET', `/silo/v1/entries/${id}`)).body,
    job: async (id: string) => (await call('GET', `/transform/v1/jobs/${id}`)).body,
  };
}
