import type { Page } from '@playwright/test';
import { apiClient } from './api-client.ts';
import type { E2eAlta } from './e2e-alta.ts';
import { goTo } from './e2e-configuration.ts';
import { button, words } from './e2e-console.ts';
import { openAsOwner } from './e2e-people.ts';
import { expect } from './e2e-test.ts';

/** Name of the registration template, as the Console shows it for workflows that keep it. */
export const registration = words('workflows.templates.ar-supplier-registration.name');

/** Creates a sandbox workflow from the registration template, and opens its page as the owner. */
export async function openNewWorkflow(page: Page, alta: E2eAlta, name: string) {
  const { slug, apiKey } = alta.seeded.sandbox;
  const template = { template: 'ar-supplier-registration', name };
  const { body } = await apiClient(alta.origin, apiKey)('POST', '/transform/v1/workflows', template);
  await openAsOwner(page, alta, `/w/${slug}/configuration/workflows/${body.id}`);
}

/** The same by clicks, from any page. */
export async function newWorkflowFromTemplate(page: Page, name = registration) {
  await goTo(page, 'workflows');
  await page.getByRole('link', { name: words('workflows.new') }).click();
  await page.getByRole('link', { name: words('workflows.start.useLabel', { name: registration }) }).click();
  await expect(nameOf(page)).toHaveValue(registration);
  await nameOf(page).fill(name);
  await button(page, 'workflows.editor.create').click();
  await expect(page).toHaveURL(/\/workflows\/[0-9a-f-]{36}$/);
}

export const nameOf = (page: Page) =>
  page.getByRole('textbox', { name: words('workflows.editor.name'), exact: true });

export const stepsOf = (page: Page, list: 'steps' | 'rescue' = 'steps') =>
  page.getByRole('region', { name: words(`workflows.editor.${list}`), exact: true }).getByRole('article');

/** Publishes what is edited, after a look at the changes. */
export async function publish(page: Page) {
  await button(page, 'workflows.editor.save').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('workflows.publish.submit') })
    .click();
}

/** Publishes, and checks the version that the page reports. */
export async function saveAs(page: Page, version: number) {
  await publish(page);
  await expect(page.getByRole('status').filter({ hasText: savedAs(version) })).toBeVisible();
}

const savedAs = (version: number) => words('workflows.editor.savedAs', { version: String(version) });

/** On an entry's page: runs the workflow of this name, the newest of several, and ends on the job's page. */
export async function runOnEntry(page: Page, workflow = registration) {
  await button(page, 'entry.run.open').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: workflow, exact: true }).first().check();
  await dialog.getByRole('button', { name: words('entry.run.submit') }).click();
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}$/);
}

/** On an invoice's page: has the invoice authorized, which the page then shows. */
export async function issueOnEntry(page: Page) {
  await button(page, 'entry.run.issue.open').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: words('entry.run.issue.submit'), exact: true }).click();
  await expect(dialog).toBeHidden();
}
