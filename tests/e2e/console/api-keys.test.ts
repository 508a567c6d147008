import { apiClient } from '#tests/support/api-client.ts';
import { newKeyOn } from '#tests/support/e2e-configuration.ts';
import { button, words } from '#tests/support/e2e-console.ts';
import { newColleague, newEmptyWorkspace, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

const keysOf = (slug: string) => `/w/${slug}/configuration/api-keys`;

test('a key is shown once, opens the API, and opens nothing once it is revoked', { tag: '@journey' }, async ({
  page,
  alta,
}) => {
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

  await row.getByRole('button', { name: /^Revocar/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('ERP <b>uno</b>');
  await dialog.getByRole('button', { name: words('configuration.apiKeys.revoke') }).click();
  await expect(row).toContainText(words('configuration.apiKeys.states.revoked'));
  await expect(row.getByRole('button')).toBeHidden();
  expect(await ping()).toBe(401);
});

test('a past day is refused, and typed values stay', async ({ page, alta }) => {
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

test('the keyboard alone makes a key, and Escape does not close an unsaved token', async ({ page, alta }) => {
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

test('a key has the chosen rights and, once rotated, overlaps with its successor', async ({ page, alta }) => {
  await openAsOwner(page, alta, keysOf(await newEmptyWorkspace(alta, 'Permisos')));
  const text = (key: string) => words(`configuration.apiKeys.${key}`);
  await button(page, 'configuration.apiKeys.new').click();
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: text('create') });
  await dialog.getByLabel(text('name')).fill('Tablero');
  await dialog.getByLabel(text('chosen')).check();
  await dialog.getByLabel(text('addresses')).fill('127.0.0.0/8\nacá');
  await create.click();
  await expect(dialog.getByText(words('errors.nothing-chosen'))).toBeVisible();
  await expect(dialog.getByText(words('errors.no-network'))).toBeVisible();
  await dialog.getByLabel(`${text('read')}: ${text('services.silo')}`).check();
  await dialog.getByLabel(text('addresses')).fill('127.0.0.0/8, ::1');
  await create.click();
  const shown = async () => {
    // The form has code in it, too.
    await expect(dialog.getByText(text('onceTitle'))).toBeVisible();
    const token = (await dialog.locator('code').first().textContent()) ?? '';
    await dialog.getByRole('button', { name: text('saved') }).click();
    await expect(dialog).toBeHidden();
    return token;
  };
  const first = await shown();
  const entries = (token: string, method: string) =>
    apiClient(alta.origin, token)(method, '/silo/v1/entries', method === 'GET' ? undefined : {});
  expect((await entries(first, 'GET')).status).toBe(200);
  expect(await entries(first, 'POST')).toMatchObject({ status: 403, body: { code: 'scope-missing' } });

  const rotate = async (overlap: string) => {
    await page
      .getByRole('button', { name: words('configuration.apiKeys.rotateLabel', { name: 'Tablero' }) })
      .click();
    await dialog.getByLabel(text(`overlaps.${overlap}`)).check();
    await dialog.getByRole('button', { name: text('rotate') }).click();
    return shown();
  };
  const second = await rotate('24');
  expect((await entries(first, 'GET')).status).toBe(200);
  expect((await entries(second, 'GET')).status).toBe(200);
  const rows = page.getByRole('row').filter({ hasText: 'Tablero' });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(text('states.active'));
  await expect(rows.last()).toContainText(text('states.replaced'));
  await expect(rows.last()).toContainText('silo:read');
  await expect(rows.last()).toContainText('127.0.0.0/8');

  const third = await rotate('0');
  expect((await entries(second, 'GET')).status).toBe(401);
  expect((await entries(third, 'GET')).status).toBe(200);
});

test('a member who is not an owner sees the keys but can not make or revoke one', async ({
  page: member,
  alta,
}) => {
  await newColleague(member, alta, 'Julia');
  await member.goto(`${alta.origin}${keysOf(alta.seeded.sandbox.slug)}`);
  await expect(member.getByRole('row').filter({ hasText: 'test' }).first()).toBeVisible();
  await expect(member.getByText(words('configuration.apiKeys.onlyOwners'))).toBeVisible();
  await expect(button(member, 'configuration.apiKeys.new')).toBeHidden();
  await expect(
    member.getByRole('main').getByRole('button', { name: words('configuration.apiKeys.revoke') }),
  ).toHaveCount(0);
});
