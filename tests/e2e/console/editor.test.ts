import type { Page } from '@playwright/test';
import { formatCuit } from '#lib/documents/cuit.ts';
import { alertOf, button, fillLogin, words } from '#tests/support/e2e-console.ts';
import {
  at,
  build,
  codeOf,
  expectHeading,
  faultAt,
  makeSupplier,
  replaceCode,
  save,
  showForm,
  showJson,
  textOf,
} from '#tests/support/e2e-entries.ts';
import { newColleague, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { newCuit } from '#tests/support/new-cuit.ts';

const nameOf = (page: Page) => page.getByLabel(words('suppliers.editor.fields.name'), { exact: true });

test('a document is corrected at its faults, built and saved', { tag: '@journey' }, async ({
  page,
  alta,
}) => {
  const cuit = newCuit('30');
  await openAsOwner(page, alta, at(alta, '/suppliers/new'));
  // The form begins where the name goes.
  await expect(nameOf(page)).toBeFocused();
  await page.keyboard.type('Panadería Ñandú');
  await showJson(page);
  await build(page);
  const fault = faultAt(page, 'tax_id.code');
  await expect(fault).toContainText(words('suppliers.faults.missing'));
  await expect(page.locator('.cm-lintRange-error')).toHaveText('""');
  await fault.getByRole('button').click();
  await page.keyboard.type(formatCuit(cuit));
  await expect(fault).toBeHidden();
  await build(page);
  await expect(page.getByRole('status').filter({ hasText: words('suppliers.editor.built') })).toBeVisible();
  await expect.poll(() => textOf(page)).toContain(`"${cuit}"`);
  await save(page);
  await expect(page).toHaveURL(/\/entries\/[0-9a-f-]{36}$/);
  await expectHeading(page, 'Panadería Ñandú');
  await expect(page.getByText(words('suppliers.new.created'))).toBeVisible();
});

test('the keyboard alone makes a supplier and leaves the editor', async ({ page, alta }) => {
  const cuit = newCuit('30');
  await openAsOwner(page, alta, at(alta, '/suppliers/new'));
  await showJson(page);
  await codeOf(page).focus();
  await page.keyboard.press('Tab');
  await expect(codeOf(page)).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await replaceCode(page, '{"na');
  await expect(page.getByRole('option', { name: /^name/ })).toBeVisible();
  // A list that has just opened takes no Enter: it may have been meant for the text.
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Teclado S.A.');
  await page.keyboard.press('End');
  await page.keyboard.insertText(`, "tax_id": {"code": "${cuit}"}}`);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => textOf(page)).toContain('"country": "AR"');
  await page.keyboard.press('ControlOrMeta+s');
  await expectHeading(page, 'Teclado S.A.');
});

test('the form edits the same document, checks a typed CUIT and keeps unknown fields', async ({
  page,
  alta,
}) => {
  const cuit = newCuit('30');
  await openAsOwner(page, alta, at(alta, '/suppliers/new'));
  await replaceCode(page, '{"name": "Forma", "people": [{"role": "x"}], "tax_id": {"code": ""}}');
  await showForm(page);
  const main = page.getByRole('main');
  const code = main.getByLabel(words('suppliers.editor.cuit'), { exact: true });
  await code.fill(`${cuit.slice(0, 10)}${(Number(cuit[10]) + 1) % 10}`);
  await expect(main.getByText(words('suppliers.editor.cuitWrong'))).toBeVisible();
  await code.fill(formatCuit(cuit));
  await expect(main.getByText(words('suppliers.editor.cuitValid', { cuit: formatCuit(cuit) }))).toBeVisible();
  await expect(main.getByText(words('suppliers.editor.others', { names: 'people' }))).toBeVisible();
  await button(page, 'suppliers.editor.add.emails').click();
  await build(page);
  const fault = faultAt(page, 'emails[0].addr');
  await expect(fault).toBeVisible();
  await fault.getByRole('button').click();
  await page.keyboard.type('ana@example.com');
  await save(page);
  await expectHeading(page, 'Forma');
  const stored = JSON.parse((await page.locator('pre').textContent()) ?? '');
  expect(stored).toMatchObject({
    name: 'Forma',
    tax_id: { country: 'AR', code: cuit },
    people: [{ role: 'x' }],
    emails: [{ addr: 'ana@example.com' }],
  });
});

test('text that is not JSON, not a document or too long is reported and stays', async ({ page, alta }) => {
  await openAsOwner(page, alta, at(alta, '/suppliers/new'));
  const broken = '{"name": "x",, "tax_id": {}}';
  for (const [text, path] of [
    [broken, words('suppliers.editor.document')],
    ['[1, 2]', words('suppliers.editor.document')],
    [`{"name": "${'ñ'.repeat(10_000)}", "tax_id": {"code": "30-71234567-1"}}`, 'name'],
    ['{"nombre": "x", "name": "y", "tax_id": {"country": "ar", "code": 20}}', 'nombre'],
  ] as const) {
    await replaceCode(page, text);
    await save(page);
    await expect(faultAt(page, path)).toBeVisible();
  }
  await expect(faultAt(page, 'tax_id.country')).toContainText(words('suppliers.faults.country'));
  await expect(faultAt(page, 'tax_id.code')).toContainText(words('suppliers.faults.type'));
  await replaceCode(page, broken);
  await showForm(page);
  await button(page, 'suppliers.editor.toJson').click();
  await expect.poll(() => textOf(page)).toBe(broken);
});

test('unsaved text is asked about on the way out and survives a reload', async ({ page, alta }) => {
  await openAsOwner(page, alta, at(alta, '/suppliers/new'));
  await expect(nameOf(page)).toBeFocused();
  await page.keyboard.type('A medias');
  await page.getByRole('link', { name: words('shell.nav.members') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: words('shell.leave.stay') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(nameOf(page)).toHaveValue('A medias');
  page.on('dialog', (asked) => void asked.accept());
  await page.reload();
  await expect(page.getByText(words('suppliers.editor.restored'))).toBeVisible();
  await expect(nameOf(page)).toHaveValue('A medias');
  await page.getByRole('link', { name: words('shell.nav.members') }).click();
  await button(page, 'shell.leave.leave').click();
  await expectHeading(page, words('account.members.title'));
  await page.goto(`${alta.origin}${at(alta, '/suppliers/new')}`);
  await expect(nameOf(page)).toBeFocused();
  await expect(nameOf(page)).toHaveValue('');
});

test('typed text survives the end of the session', async ({ page, alta }) => {
  await openAsOwner(page, alta, at(alta, '/suppliers/new'));
  await replaceCode(page, `{"name": "Sin sesión", "tax_id": {"code": "${newCuit('30')}"}}`);
  await page.context().clearCookies();
  await save(page);
  await expect(alertOf(page, 'errors.signed-out')).toBeVisible();
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: words('shell.failure.signIn') }).click(),
  ]);
  await fillLogin(other, alta.seeded.owner);
  await expect(other).not.toHaveURL(/\/login/);
  await other.close();
  await save(page);
  await expectHeading(page, 'Sin sesión');
});

test('a document takes no more letters while it is being saved', async ({ page, alta }) => {
  await openAsOwner(page, alta, at(alta, '/suppliers/new'));
  await replaceCode(page, `{"name": "Sin apuro", "tax_id": {"code": "${newCuit('30')}"}}`);
  const typed = await textOf(page);
  const answer = Promise.withResolvers<void>();
  await page.route(page.url(), async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('status').filter({ hasText: words('suppliers.editor.saving') })).toBeVisible();
  await page.keyboard.type('de más');
  expect(await textOf(page)).toBe(typed);
  answer.resolve();
  await expectHeading(page, 'Sin apuro');
});

test('the second of two editors of a document sees both versions and loses none', async ({
  device,
  alta,
}) => {
  const { id, cuit } = await makeSupplier(alta, { name: 'De los dos' });
  const path = at(alta, `/entries/${id}/edit`);
  const [first, second] = [await device(), await device()];
  await openAsOwner(first, alta, path);
  await newColleague(second, alta, 'Jacinta');
  await second.goto(`${alta.origin}${path}`);
  const document = (name: string) => `{"name": "${name}", "tax_id": {"country": "AR", "code": "${cuit}"}}`;
  await replaceCode(second, document('De la segunda'));
  await replaceCode(first, document('Del primero'));
  await save(first);
  await expectHeading(first, 'Del primero');

  await save(second);
  await expect(alertOf(second, 'suppliers.editor.conflictTitle')).toBeVisible();
  const other = second.getByRole('region', { name: words('suppliers.editor.other') });
  await expect(other.getByText('Del primero')).toBeVisible();
  await expect.poll(() => textOf(second)).toContain('De la segunda');
  await button(second, 'suppliers.editor.take').click();
  await expect.poll(() => textOf(second)).toContain('Del primero');
  await expect(other.getByText('De la segunda')).toBeVisible();
  await button(second, 'suppliers.editor.take').click();
  await save(second);
  await expectHeading(second, 'De la segunda');
});

test('the CUIT of a running registration can not change', async ({ page, alta, supplierAt }) => {
  const supplier = await supplierAt('sandbox');
  await openAsOwner(page, alta, at(alta, `/entries/${supplier.entry}`));
  await page.getByRole('link', { name: words('entry.document.edit') }).click();
  await replaceCode(page, `{"name": "x", "tax_id": {"country": "AR", "code": "${newCuit('30')}"}}`);
  await save(page);
  await expect(faultAt(page, 'tax_id.code')).toContainText(words('suppliers.faults.registered-cuit'));
});
