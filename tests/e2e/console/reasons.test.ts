import { apiClient, eventually } from '#tests/support/api-client.ts';
import { accessibilityFaults, button, words } from '#tests/support/e2e-console.ts';
import { at, expectHeading } from '#tests/support/e2e-entries.ts';
import { openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { classA } from '#tests/support/invoices.ts';

/** An invoice of the supplier; without a date, of today. */
const invoiceOf = (cuit: string, more: object = {}) =>
  classA({
    supplier: { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: cuit } },
    ...more,
  });

/** A day in Buenos Aires, before today. */
const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('sv-SE', {
    timeZone: 'America/Argentina/Buenos_Aires',
  });

test('“ARCA says 10016”: the filter by reason finds the invoice, and it is authorized again from there', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  const call = apiClient(alta.origin, alta.seeded.sandbox.apiKey);
  const workflow = (await call('POST', '/transform/v1/workflows', { template: 'ar-invoice' })).body.id;
  const send = async (more: object, state: string) => {
    const data = invoiceOf(supplier.cuit, more);
    const { id } = (await call('POST', '/silo/v1/entries', { folder: 'invoices', data })).body;
    await call('POST', '/transform/v1/jobs', { workflow_id: workflow, silo_entry_id: id });
    await eventually(
      () => call('GET', `/silo/v1/entries/${id}`),
      ({ body }) => body.state === state,
    );
    return id;
  };
  const good = await send({}, 'sent');
  const late = await send({ issue_date: dayBefore(3) }, 'error');

  await openAsOwner(page, alta, at(alta, `/invoices?issuer=${supplier.cuit}`));
  await page.getByLabel(words('invoices.list.reason')).selectOption('ARCA-10016');
  await expect(page).toHaveURL(/reason=ARCA-10016/);
  const row = page.getByRole('main').getByRole('row').filter({ hasText: '10016' });
  await expect(row).toHaveCount(1);
  await expect(row.getByRole('link').first()).toHaveAttribute('href', at(alta, `/entries/${late}`));
  expect(await accessibilityFaults(page, 'invoices with their reasons')).toEqual([]);

  await row.getByRole('checkbox').check();
  await button(page, 'batches.choice.acts.authorize-again').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('batches.choice.acts.authorize-again') })
    .click();
  await expectHeading(page, words('batches.names.run-again', { count: 1 }));

  await test.step('the invoice that was authorized is the same at ARCA', async () => {
    await page.goto(`${alta.origin}${at(alta, `/entries/${good}`)}`);
    await button(page, 'entry.compare.act').click();
    const number = '00003-00000001';
    await expect(page.getByText(words('entry.compare.same.title', { number }))).toBeVisible();
    const total = page
      .getByRole('region', { name: words('invoices.card.title') })
      .getByRole('row')
      .filter({ hasText: words('entry.compare.fields.total') });
    const [here, there] = await total.getByRole('cell').allInnerTexts();
    expect(here).toBe(there);
    expect(await accessibilityFaults(page, 'an invoice compared with ARCA')).toEqual([]);
  });
});

test('after an outage the waiting invoices are tried now, from the overview in three clicks', async ({
  page,
  alta,
  supplierAt,
}) => {
  test.setTimeout(180_000);
  const supplier = await supplierAt('live', 'end');
  await supplier.registered();
  await supplier.addPointOfSale(3);
  await supplier.call('POST', `/apps/gov-ar/v1/entry/${supplier.entry}/points-of-sale`);
  const { faults, reset } = alta.simulator.control;
  await faults({ environment: 'live', target: 'wsfe', kind: 'http-503', count: 1_000 });
  const { body: workflow } = await supplier.call('POST', '/transform/v1/workflows', {
    template: 'ar-invoice',
  });
  const jobIds: string[] = [];
  for (const _ of ['first', 'second']) {
    const data = invoiceOf(supplier.cuit);
    const { body: entry } = await supplier.call('POST', '/silo/v1/entries', { folder: 'invoices', data });
    const { body: job } = await supplier.call('POST', '/transform/v1/jobs', {
      workflow_id: workflow.id,
      silo_entry_id: entry.id,
    });
    jobIds.push(job.id);
  }
  await eventually(
    () => supplier.call('GET', `/transform/v1/jobs/${jobIds[0]}`),
    ({ body }) => body.status === 'ERR',
  );

  const { slug } = alta.seeded.live;
  await openAsOwner(page, alta, `/w/${slug}`);
  await page.locator('a[href*="state=waiting&reason=authority-unavailable"]').first().click();
  await expect(page).toHaveURL(/state=waiting&reason=authority-unavailable/);
  const rows = page
    .getByRole('main')
    .getByRole('row')
    .filter({ hasText: words('invoices.list.noNumber') });
  await expect(rows).toHaveCount(2);
  await page.getByRole('checkbox', { name: words('shell.choice.page') }).check();
  await reset();
  await button(page, 'batches.choice.acts.try-now').click();
  await expect(page).toHaveURL(/\/batches\/[-0-9a-f]{36}$/);
  await expect(page.getByRole('status').filter({ hasText: words('batches.page.done') })).toBeVisible();
  const vouchers = await eventually(supplier.vouchers, ({ length }) => length === 2);
  expect(new Set(vouchers.map(({ cae }) => cae)).size).toBe(2);
});
