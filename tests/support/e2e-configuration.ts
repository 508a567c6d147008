import type { Page } from '@playwright/test';
import { apiClient } from './api-client.ts';
import type { E2eAlta } from './e2e-alta.ts';
import { membersPath, openAsOwner, words } from './e2e-console.ts';
import { expect } from './e2e-test.ts';
import { newCuit } from './new-cuit.ts';

/** An empty workspace of the test's own, made by its owner with clicks; gives its slug. */
export async function newEmptyWorkspace(page: Page, alta: E2eAlta, name: string): Promise<string> {
  const isSignedIn = page.url().startsWith(`${alta.origin}/w/`);
  if (isSignedIn) await page.goto(`${alta.origin}${membersPath(alta)}`);
  else await openAsOwner(page, alta, membersPath(alta));
  await page.getByRole('button', { name: /Facturas del Sur, Sandbox/ }).click();
  await page.getByRole('menuitem', { name: words('shell.workspaces.new') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('shell.workspaces.name')).fill(name);
  await dialog.getByRole('button', { name: words('shell.workspaces.create') }).click();
  await expect(page.getByRole('button', { name: new RegExp(`${name}, Sandbox`) })).toBeVisible();
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}

/** The page of a section, by its link at the side. */
export async function goTo(page: Page, section: string) {
  const name = words(`shell.nav.${section}`);
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

export async function connectArgentina(page: Page) {
  await goTo(page, 'apps');
  await page
    .getByRole('button', { name: words('configuration.apps.connectLabel', { name: 'Argentina' }) })
    .click();
  await expect(page.getByText(words('configuration.apps.connected'), { exact: true })).toBeVisible();
}

/** Makes a key on its page and gives the token, which is shown this once. */
export async function newKeyOn(page: Page, name: string): Promise<string> {
  await goTo(page, 'apiKeys');
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

/** What an integrator does with a key: suppliers, and the registration workflow on them. */
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
