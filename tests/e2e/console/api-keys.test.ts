import { apiClient } from '#tests/support/api-client.ts';
import { newKeyOn } from '#tests/support/e2e-configuration.ts';
import { button, words } from '#tests/support/e2e-console.ts';
import { newColleague, newEmptyWorkspace, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

const keysOf = (slug: string) => `/w/${slug}/configuration/api-keys`;

test('a key is shown once, opens the API, and opens nothing once it is revoked', async ({ page, alta }) => {
  await openAsOwner(page, alta, keysOf(await newEmptyWorkspace(alta, 'Llaves')));
  const token = await newKeyOn(page, 'ERP <b>uno</b>');
  const ping = async () => (await apiClient(alta.origin, token)('GET', '/utils/v1/ping')).status;
  expect(await ping()).toBe(200);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'ERP <b>uno</b>' });
  await expect(row).toContainText(words('configuration.apiKeys.states.active'));
  // It was used a moment ago.
  await expect(row).not.toContainText(words('configuration.apiKeys.neverUsed'));
  await expect(row).toContainText(token.slice(0, 17));
  expect(await page.content()).not.toContain(token);

  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('ERP <b>uno</b>');
  await dialog.getByRole('button', { name: words('configuration.apiKeys.revoke') }).click();
  await expect(row).toContainText(words('configuration.apiKeys.states.revoked'));
  await expect(row.getByRole('button')).toBeHidden();
  expect(await ping()).toBe(401);
});

test('a day that is over is refused, and what was typed stays', async ({ page, alta }) => {
  await openAsOwner(page, alta, keysOf(await newEmptyWorkspace(alta, 'Vencimientos')));
  await button(page, 'configuration.apiKeys.new').click();
  const dialog = page.getByRole('dialog');
  const [name, day] = ['name', 'day'].map((key) => dialog.getByLabel(words(`configuration.apiKeys.${key}`)));
  await name?.fill('Prueba');
  await dialog.getByLabel(words('configuration.apiKeys.expiry')).selectOption('date');
  await day?.fill('2020-01-31');
  const create = dialog.getByRole('button', { name: words('configuration.apiKeys.create') });
  await create.click();
  await expect(dialog.getByText(words('errors.past'))).toBeVisible();
  if (name) await expect(name).toHaveValue('Prueba');
  await day?.fill('2099-01-31');
  await create.click();
  await button(page, 'configuration.apiKeys.saved').click();
  await expect(page.getByRole('row').filter({ hasText: 'Prueba' })).toContainText('2099');
});

test('with the keyboard alone; Escape does not take away a token that nobody has saved', async ({
  page,
  alta,
}) => {
  await openAsOwner(page, alta, keysOf(await newEmptyWorkspace(alta, 'Teclado')));
  await button(page, 'configuration.apiKeys.new').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(words('configuration.apiKeys.name'))).toBeFocused();
  await page.keyboard.type('Solo teclas');
  await page.keyboard.press('Enter');
  const token = dialog.locator('code').first();
  await expect(token).toHaveText(/^alta_sandbox_/);
  await page.keyboard.press('Escape');
  await expect(token).toBeVisible();
  await expect(dialog).toContainText(`${alta.origin}/api/utils/v1/ping`);
  await dialog.getByRole('button', { name: words('configuration.apiKeys.saved') }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Solo teclas' })).toBeVisible();
});

test('who is no owner sees the keys, and no way to make or revoke one', async ({ page: member, alta }) => {
  await newColleague(member, alta, 'Julia');
  await member.goto(`${alta.origin}${keysOf(alta.seeded.sandbox.slug)}`);
  await expect(member.getByRole('row').filter({ hasText: 'test' }).first()).toBeVisible();
  await expect(member.getByText(words('configuration.apiKeys.onlyOwners'))).toBeVisible();
  await expect(button(member, 'configuration.apiKeys.new')).toBeHidden();
  await expect(
    member.getByRole('main').getByRole('button', { name: words('configuration.apiKeys.revoke') }),
  ).toHaveCount(0);
});
