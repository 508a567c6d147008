import type { Page } from '@playwright/test';
import { goTo } from '#tests/support/e2e-configuration.ts';
import { button, inviteOn, membersPath, words } from '#tests/support/e2e-console.ts';
import { newColleague, newEmptyWorkspace, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { expectNoSidewaysScroll } from '#tests/support/e2e-wizard.ts';

/** Markup that would run, a mark that turns what follows, and a word without an end. */
const hostile = `<img src=x onerror="document.title='taken'">\u202Egpj.exe ${'W'.repeat(30)}`;
const long = 'W'.repeat(10_000);

/** It is there as text and nothing else, at each width. */
async function expectHarmless(page: Page) {
  await expect(page.locator('main img')).toHaveCount(0);
  await expect(page).not.toHaveTitle('taken');
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // The sections at the side slide out of the way first.
    await expect(() => expectNoSidewaysScroll(page)).toPass();
  }
  await expect(page.locator('bdi').filter({ hasText: 'onerror' }).first()).toBeVisible();
}

test('hostile names of a workspace, a key, an endpoint and an invitation are text', async ({
  page,
  alta,
}) => {
  const slug = await newEmptyWorkspace(alta, hostile);
  expect(slug).toMatch(/^img-src-x/);
  const dialog = page.getByRole('dialog');
  await openAsOwner(page, alta, `/w/${slug}`);
  await expectHarmless(page);

  await goTo(page, 'apiKeys');
  await button(page, 'configuration.apiKeys.new').click();
  await dialog.getByLabel(words('configuration.apiKeys.name')).fill(hostile);
  await dialog.getByRole('button', { name: words('configuration.apiKeys.create') }).click();
  await button(page, 'configuration.apiKeys.saved').click();
  await expectHarmless(page);

  await goTo(page, 'webhooks');
  await button(page, 'configuration.webhooks.add').click();
  await dialog.getByLabel(words('configuration.webhooks.url')).fill(`https://erp.example/${'w'.repeat(500)}`);
  await dialog.getByLabel(words('configuration.webhooks.description')).fill(hostile);
  await dialog.getByRole('checkbox', { name: words('configuration.webhooks.everyEvent') }).check();
  await dialog.getByRole('button', { name: words('configuration.webhooks.add') }).click();
  await dialog.getByRole('button', { name: words('configuration.webhooks.secrets.saved') }).click();
  await expect(dialog).toBeHidden();
  await expectHarmless(page);

  await goTo(page, 'members');
  await inviteOn(page, hostile);
  await expectHarmless(page);
});

test('a hostile name of a person is text for the others', async ({ device, alta }) => {
  const [owner, colleague] = [await device(), await device()];
  await newColleague(colleague, alta, hostile);
  await openAsOwner(owner, alta, membersPath(alta));
  await expectHarmless(owner);
  await colleague.goto(`${alta.origin}/account`);
  await expect(colleague.getByText('onerror').first()).toBeVisible();
  await expect(colleague.locator('main img')).toHaveCount(0);
  await expectNoSidewaysScroll(colleague);
});

test('a name of 10,000 characters is refused in the field and stays there', async ({ page, alta }) => {
  const slug = await newEmptyWorkspace(alta, 'Largos');
  await openAsOwner(page, alta, `/w/${slug}/configuration/api-keys`);
  await button(page, 'configuration.apiKeys.new').click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel(words('configuration.apiKeys.name'));
  // The field itself takes 100: this is somebody who took that away.
  await name.evaluate((input) => input.removeAttribute('maxlength'));
  await name.fill(long);
  await dialog.getByRole('button', { name: words('configuration.apiKeys.create') }).click();
  await expect(name).toHaveAccessibleDescription(new RegExp(words('errors.too-big')));
  await expect(name).toHaveValue(long);
  await expectNoSidewaysScroll(page);
});
