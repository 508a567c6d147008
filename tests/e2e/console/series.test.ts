import { apiClient, eventually } from '#tests/support/api-client.ts';
import { accessibilityFaults, button, words } from '#tests/support/e2e-console.ts';
import { at } from '#tests/support/e2e-entries.ts';
import { openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { classA } from '#tests/support/invoices.ts';

test('the supplier’s page shows a series’ last number, its waiting invoices and ARCA’s number', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  const call = apiClient(alta.origin, alta.seeded.sandbox.apiKey);
  const workflow = (await call('POST', '/transform/v1/workflows', { template: 'ar-invoice' })).body.id;
  const { issue_date: _, ...invoice } = classA({
    supplier: { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: supplier.cuit } },
  });
  const sent = (await call('POST', '/silo/v1/entries', { folder: 'invoices', data: invoice })).body.id;
  await call('POST', '/transform/v1/jobs', { workflow_id: workflow, silo_entry_id: sent });
  await eventually(
    async () => (await call('GET', `/silo/v1/entries/${sent}`)).body.state,
    (state) => state === 'registered' || state === 'sent',
  );

  await openAsOwner(page, alta, at(alta, `/entries/${supplier.entry}/invoices`));
  await page
    .getByRole('region', { name: words('entry.series.title') })
    .getByRole('link', { name: /A 00003/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /A 00003/ })).toBeVisible();
  await expect(page.getByText('00003-00000002')).toBeVisible();
  await expect(page.getByText(words('entry.series.noGaps'))).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: words('entry.series.latest') })
      .getByRole('link', { name: '00003-00000001' }),
  ).toBeVisible();
  await button(page, 'entry.series.compare').click();
  // Streamed pages hold their content hidden before it takes its place.
  await expect(page.locator('#content').getByText(words('entry.series.verdict.same'))).toBeVisible();
  expect(await accessibilityFaults(page, 'series')).toEqual([]);
});
