import { accessibilityFaults, button, words } from '#tests/support/e2e-console.ts';
import { at } from '#tests/support/e2e-entries.ts';
import { newColleague } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

test('a support member has the suppliers’ links, and no keys, invoices or webhooks', async ({
  page,
  alta,
  supplierAt,
}) => {
  const { entry, link } = await supplierAt('sandbox', '');
  await newColleague(page, alta, 'Sol, de Soporte', 'support');
  await page.goto(`${alta.origin}${at(alta, '/suppliers')}`);
  const sections = page.getByRole('navigation', { name: words('shell.nav.label') });
  await expect(sections.getByRole('link')).toHaveText(
    ['overview', 'suppliers', 'registrations', 'delegations', 'apps', 'members'].map((name) =>
      words(`shell.nav.${name}`),
    ),
  );
  await expect(page.getByRole('link', { name: words('suppliers.list.new') })).toHaveCount(0);

  await page.goto(`${alta.origin}${at(alta, `/entries/${entry}`)}`);
  const card = page.getByRole('region', { name: words('contact.title') });
  await expect(card.getByText(link)).toBeVisible();
  await expect(button(page, 'contact.link.replace')).toHaveCount(0);
  expect(await accessibilityFaults(page, 'a supplier, as support')).toEqual([]);

  await page.goto(`${alta.origin}${at(alta, '/configuration/api-keys')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('shell.forbidden.title'));
  await expect(sections.getByRole('link', { name: words('shell.nav.suppliers') })).toBeVisible();
  expect(await accessibilityFaults(page, 'refused')).toEqual([]);
});
