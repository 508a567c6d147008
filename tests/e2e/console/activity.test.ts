import { textOf } from '#lib/faults.ts';
import { integrator } from '#tests/support/e2e-configuration.ts';
import { accessibilityFaults, button, words } from '#tests/support/e2e-console.ts';
import { at } from '#tests/support/e2e-entries.ts';
import { newKeyOf, newWorkspaceWithoutApp, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

test('an operator finds the member who revoked a link, and downloads the lines', async ({
  page,
  alta,
  supplierAt,
}) => {
  const { entry } = await supplierAt('sandbox', '');
  await openAsOwner(page, alta, at(alta, `/entries/${entry}`));
  await button(page, 'contact.link.revoke').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('contact.link.revoke') })
    .click();
  const revoked = words('activity.lines.link.revoked');
  await expect(page.getByText(revoked)).toBeVisible();
  const supplier = await page.getByRole('heading', { level: 1 }).innerText();

  await page
    .getByRole('navigation', { name: words('shell.nav.label') })
    .getByRole('link', { name: words('shell.nav.activity') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: words('activity.title') })).toBeVisible();
  const filters = page.getByRole('search', { name: words('shell.lists.filters') });
  await filters.getByLabel(words('activity.filters.about')).fill(entry);
  await filters
    .getByLabel(words('activity.filters.action'))
    .selectOption({ label: words('activity.acts.link.revoked') });
  await expect(page).toHaveURL(/link\.revoked/);
  const line = page.getByRole('row').filter({ hasText: revoked });
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(line.getByRole('link', { name: supplier })).toBeVisible();
  await expect(line).toContainText(/127\.0\.0\.1|::1/);
  expect(await accessibilityFaults(page, 'activity')).toEqual([]);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: words('activity.list.jsonLines') }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^activity-.*\.jsonl$/);
});

test('failures are counted on every page until they are seen, and can be mailed', async ({ page, alta }) => {
  const slug = await newWorkspaceWithoutApp(alta, 'Con fallas');
  const caller = integrator(alta, await newKeyOf(alta, slug));
  await openAsOwner(page, alta, `/w/${slug}`);
  const bell = (count: number) =>
    page.getByRole('link', { name: words('shell.troubles', { count: String(count) }) });
  await expect(bell(0)).toBeVisible();
  // The Argentina app is not connected: the job fails.
  const [workflow, entry] = [await caller.newWorkflow(), await caller.newSupplier()];
  await caller.run(workflow, entry);
  await expect(async () => {
    await page.reload();
    await expect(bell(1)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await bell(1).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('activity.troubles.title'));
  await expect(page.getByRole('main')).toContainText(textOf('app-not-connected', {}, 'es-AR'));
  await expect(bell(0)).toBeVisible();
  const digest = page.getByRole('switch', { name: words('activity.troubles.digest') });
  await digest.click();
  await expect(digest).toBeChecked();
  await page.reload();
  await expect(digest).toBeChecked();
});
