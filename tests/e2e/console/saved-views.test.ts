import type { Page } from '@playwright/test';
import { accessibilityFaults, button, words } from '#tests/support/e2e-console.ts';
import { at } from '#tests/support/e2e-entries.ts';
import { newColleague, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

const views = (page: Page) => page.getByRole('navigation', { name: words('shell.views.label') });

test('a list’s filters are saved under a name, shared, opened again and removed', async ({ page, alta }) => {
  await openAsOwner(page, alta, at(alta, '/suppliers'));
  const name = 'Con error este mes';
  await page.getByLabel(words('shell.lists.period')).selectOption('this-month');
  await page.getByLabel(words('suppliers.list.state')).selectOption('error');
  await expect(page).toHaveURL(/state=error.*period=this-month/);
  await button(page, 'shell.views.save').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('shell.views.name')).fill(name);
  await dialog.getByLabel(words('shell.views.share')).check();
  await dialog.getByRole('button', { name: words('shell.views.save') }).click();
  await expect(dialog).toBeHidden();
  await expect(views(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  expect(await accessibilityFaults(page, 'a saved view')).toEqual([]);

  // A colleague who only reads has it above the same list, and cannot remove it.
  await newColleague(page, alta, 'Lucía', 'read-only');
  await page.goto(`${alta.origin}${at(alta, '/suppliers')}`);
  await views(page).getByRole('link', { name }).click();
  await expect(page).toHaveURL(/state=error&period=this-month/);
  await expect(page.getByLabel(words('suppliers.list.state'))).toHaveValue('error');
  await expect(page.getByLabel(words('shell.lists.period'))).toHaveValue('this-month');
  await expect(page.getByRole('button', { name: words('shell.views.removeLabel', { name }) })).toHaveCount(0);

  await openAsOwner(page, alta, at(alta, '/suppliers?state=error&period=this-month'));
  await page.getByRole('button', { name: words('shell.views.removeLabel', { name }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('shell.views.remove') })
    .click();
  await expect(views(page).getByRole('link', { name })).toHaveCount(0);
});

test('a custom period asks for two days', async ({ page, alta }) => {
  await openAsOwner(page, alta, at(alta, '/jobs'));
  const from = page.getByLabel(words('shell.lists.from'));
  await expect(from).toHaveCount(0);
  await page.getByLabel(words('shell.lists.period')).selectOption('custom');
  await from.fill('2026-01-01');
  await page.getByLabel(words('shell.lists.to')).fill('2026-01-31');
  await expect(page).toHaveURL(/from=2026-01-01&to=2026-01-31/);
  await expect(from).toHaveValue('2026-01-01');
  await page
    .getByRole('link', { name: words('shell.lists.clear') })
    .first()
    .click();
  await expect(from).toHaveCount(0);
});
