import type { Locator, Page } from '@playwright/test';
import type { Environment } from '#lib/authority-environment.ts';
import { apiClient } from './api-client.ts';
import type { E2eAlta } from './e2e-alta.ts';
import { waitForAnimations } from './e2e-axe.ts';
import { button, words } from './e2e-console.ts';
import { expect } from './e2e-test.ts';
import { expectNoSidewaysScroll } from './e2e-wizard.ts';
import { newCuit } from './new-cuit.ts';

export const at = (alta: E2eAlta, path: string, environment: Environment = 'sandbox') =>
  `/w/${alta.seeded[environment].slug}${path}`;

export interface MadeEntry {
  id: string;
  name: string;
  cuit: string;
}

/** A supplier created like an integrator's; `more` is added to its document. */
export async function makeSupplier(
  alta: E2eAlta,
  { name, environment = 'sandbox', more = {} }: { name: string; environment?: Environment; more?: object },
): Promise<MadeEntry> {
  const cuit = newCuit('30');
  const data = { name, tax_id: { country: 'AR', code: cuit }, ...more };
  const call = apiClient(alta.origin, alta.seeded[environment].apiKey);
  const { status, body } = await call('POST', '/silo/v1/entries', { folder: 'suppliers', data });
  if (status !== 200) throw new Error(`the supplier was not made: ${JSON.stringify(body)}`);
  return { id: body.id, name, cuit };
}

/** Text field of the editor. Present once CodeMirror has loaded. */
export const codeOf = (page: Page): Locator => page.getByRole('textbox', { name: 'JSON' });

export const textOf = async (page: Page): Promise<string> =>
  (await codeOf(page).locator('.cm-line').allTextContents()).join('\n');

export const showForm = (page: Page) =>
  page
    .getByRole('radiogroup', { name: words('suppliers.editor.view') })
    .getByText(words('suppliers.editor.form'))
    .click();

export const showJson = (page: Page) =>
  page
    .getByRole('radiogroup', { name: words('suppliers.editor.view') })
    .getByText(words('suppliers.editor.json'))
    .click();

export async function replaceCode(page: Page, text: string) {
  await showJson(page);
  await codeOf(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  // Inserts like a paste, because typing would add the brackets that the editor closes by itself.
  await page.keyboard.insertText(text);
}

export const build = (page: Page) => button(page, 'suppliers.editor.build').click();
export const save = (page: Page) => button(page, 'suppliers.editor.save').click();

/** A listed correction, by the path of its place. */
export const faultAt = (page: Page, path: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(path, { exact: true }).or(page.getByTitle(path, { exact: true })) });

export const expectHeading = (page: Page, text: string) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(text);

/** Checks that the page fits a window of this width, once it has settled. */
export async function expectFits(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 });
  await page.waitForTimeout(50);
  await waitForAnimations(page);
  await expectNoSidewaysScroll(page);
}
