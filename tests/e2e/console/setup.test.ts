import { startEmptyAlta } from '#tests/support/e2e-alta.ts';
import { everyLook } from '#tests/support/e2e-axe.ts';
import { accessibilityFaults, alertOf, button, passwordField, words } from '#tests/support/e2e-console.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { watch } from '#tests/support/e2e-watch.ts';

test(`the page of the first account has no fault that axe finds`, async ({ browser }) => {
  test.setTimeout(180_000);
  const alta = await startEmptyAlta();
  const context = await browser.newContext({ locale: 'es-AR', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${alta.origin}/setup`);
  await expect(page.getByLabel(words('account.setup.code'))).toBeVisible();
  expect(await accessibilityFaults(page, 'setup', everyLook)).toEqual([]);
  await context.close();
  await alta.stop();
});

test('an empty installation is set up once, with the code that it printed', async ({ browser }) => {
  test.setTimeout(180_000);
  const alta = await startEmptyAlta();
  const context = await browser.newContext({ locale: 'es-AR' });
  const faults = watch(context, { alta: alta.origin, portal: 'http://nowhere.test' });
  const page = await context.newPage();
  const code = /\/setup with the code (\S+)/.exec(alta.output())?.[1] ?? '';
  expect(code).toMatch(/^([0-9A-Z]{5}-){4}[0-9A-Z]{6}$/);

  await page.goto(`${alta.origin}/login`);
  await page.getByRole('link', { name: 'Creá la primera' }).click();
  await expect(page).toHaveURL(`${alta.origin}/setup`);
  await page.getByLabel(words('account.setup.code')).fill('AAAAA-BBBBB');
  await page.getByLabel(words('account.setup.name')).fill('Ana');
  await page.getByLabel(words('account.setup.email')).fill('ana@tornillo.example');
  await passwordField(page, 'account.setup.password').fill('cuatro palabras sin relacion');
  await page.getByLabel(words('account.setup.workspace')).fill('Facturas del Sur');
  await page.getByLabel(words('account.setup.live')).check();
  await button(page, 'account.setup.submit').click();
  await expect(alertOf(page, 'errors.wrong-code')).toBeVisible();

  // What was typed is still there, but for the password.
  await expect(page.getByLabel(words('account.setup.code'))).toBeFocused();
  await expect(page.getByLabel(words('account.setup.email'))).toHaveValue('ana@tornillo.example');
  await expect(page.getByLabel(words('account.setup.live'))).toBeChecked();
  await page.getByLabel(words('account.setup.code')).fill(code.toLowerCase());
  await passwordField(page, 'account.setup.password').fill('cuatro palabras sin relacion');
  await button(page, 'account.setup.submit').click();
  await expect(page).toHaveURL(/\/w\/facturas-del-sur-sandbox/);
  await page.getByRole('button', { name: /Facturas del Sur Pruebas/ }).click();
  await expect(page.getByRole('menuitem', { name: /Producción/ })).toBeVisible();

  await page.goto(`${alta.origin}/setup`);
  await expect(page).toHaveURL(/\/w\/facturas-del-sur/);
  expect(faults).toEqual([]);
  await context.close();
  await alta.stop();
});
