import { button, words } from '#tests/support/e2e-console.ts';
import { at, makeSupplier } from '#tests/support/e2e-entries.ts';
import { openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

test('an owner downloads a supplier’s data, and erases it once the name is typed', async ({ page, alta }) => {
  const { id, name } = await makeSupplier(alta, { name: 'Librería del Puerto S.R.L.' });
  await openAsOwner(page, alta, at(alta, `/entries/${id}`));
  const menu = async (key: string) => {
    await button(page, 'entry.data.label').click();
    await page.getByRole('menuitem', { name: words(key) }).click();
  };
  const taken = page.waitForEvent('download');
  await menu('entry.data.export');
  expect((await taken).suggestedFilename()).toMatch(/\.zip$/);

  await menu('entry.data.erase.open');
  const dialog = page.getByRole('dialog', { name: words('entry.data.erase.title') });
  await expect(dialog).toContainText(words('entry.data.erase.staying.invoices'));
  const confirm = dialog.getByLabel(words('entry.data.erase.confirm'));
  const erase = dialog.getByRole('button', { name: words('entry.data.erase.submit') });
  await confirm.fill('Librería del Norte');
  await erase.click();
  await expect(dialog.getByText(words('errors.not-confirmed'))).toBeVisible();
  await expect(confirm).toHaveAttribute('aria-invalid', 'true');
  await confirm.fill(name);
  await erase.click();
  await expect(page).toHaveURL(`${alta.origin}${at(alta, '/suppliers')}`);
  await expect(page.getByText(words('entry.data.erase.done'))).toBeVisible();
  await page.goto(`${alta.origin}${at(alta, `/suppliers?q=${encodeURIComponent('Librería del Puerto')}`)}`);
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});
