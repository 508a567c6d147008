import type { Page } from '@playwright/test';
import { button, passwordField, words } from '#tests/support/e2e-console.ts';
import { newColleague, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

/** Opens a page whose scripts wait; they come when what this gives is called, and it is over when the page has them. */
async function openWithoutScripts(page: Page, address: string) {
  const held = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  return async () => {
    held.resolve();
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main form') ?? {}).some((key) => key.startsWith('__reactProps')),
    );
  };
}

test('text typed into the login before its script arrives is sent', async ({ page, alta }) => {
  const arrive = await openWithoutScripts(page, `${alta.origin}/login`);
  await page.getByLabel(words('account.signIn.email')).fill(alta.seeded.owner.email);
  await arrive();
  await passwordField(page, 'account.signIn.password').fill(alta.seeded.owner.password);
  await button(page, 'account.signIn.submit').click();
  await expect(page).toHaveURL(/\/w\//);
});

test('text typed into the settings before their script arrives is saved', async ({ page, alta }) => {
  const path = `/w/${alta.seeded.live.slug}/configuration/apps/gov-ar`;
  const [name, greeting] = ['name', 'greetingEs'].map((key) =>
    page.getByLabel(words(`configuration.apps.settings.${key}`), { exact: true }),
  );
  await openAsOwner(page, alta, path);
  const arrive = await openWithoutScripts(page, `${alta.origin}${path}`);
  await name?.fill('Temprana S.A.');
  await greeting?.fill('Hola.');
  await arrive();
  // Drawn again, with the fields as they are.
  await page.getByLabel(words('configuration.apps.settings.colour'), { exact: true }).fill('#0b5563');
  if (name) await expect(name).toHaveValue('Temprana S.A.');
  await button(page, 'configuration.apps.settings.save').click();
  await expect(page.getByText(words('configuration.apps.settings.saved'))).toBeVisible();
  await page.reload();
  // While the page streams in, the form may be there twice.
  for (const field of [name, greeting]) if (field) await expect(field).toHaveCount(1);
  if (name) await expect(name).toHaveValue('Temprana S.A.');
  if (greeting) await expect(greeting).toHaveValue('Hola.');
  await name?.fill('');
  await greeting?.fill('');
  await page.getByLabel(words('configuration.apps.settings.colour'), { exact: true }).fill('');
  await button(page, 'configuration.apps.settings.save').click();
  await expect(page.getByText(words('configuration.apps.settings.saved')).first()).toBeVisible();
});

test('text typed into the password form before its script arrives is sent', async ({ page, alta }) => {
  const person = await newColleague(page, alta, 'Tempranera');
  const arrive = await openWithoutScripts(page, `${alta.origin}/account`);
  await passwordField(page, 'account.account.currentPassword').fill(person.password);
  await arrive();
  await passwordField(page, 'account.account.newPassword').fill('otras cinco palabras muy sueltas');
  await button(page, 'account.account.changePassword').click();
  await expect(page.getByText(words('account.account.passwordChanged'))).toBeVisible();
});
