import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatCuit } from '#lib/documents/cuit.ts';
import { templates } from '#lib/workflows/templates.ts';
import { apiClient } from '../../support/api-client.ts';
import { goTo, newEmptyWorkspace } from '../../support/e2e-configuration.ts';
import { openAsOwner, words } from '../../support/e2e-console.ts';
import { at, build, codeOf, expectHeading, faultAt, replaceCode, save } from '../../support/e2e-entries.ts';
import { expect, test } from '../../support/e2e-test.ts';
import { runOnEntry } from '../../support/e2e-workflows.ts';
import { readPdf } from '../../support/read-pdf.ts';

const card = (page: Page) => page.getByRole('region', { name: words('invoices.card.title') });
const search = (page: Page) => page.getByRole('main').getByRole('searchbox');
const lines = (page: Page) => page.getByRole('main').getByRole('row');

const invoiceOf = (cuit: string, more: object = {}) => ({
  series: '1',
  supplier: { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: cuit } },
  customer: { name: 'Almacén del Sur S.R.L.', tax_id: { country: 'AR', code: '30712345671' } },
  lines: [
    {
      quantity: '1',
      item: { key: 'goods', name: 'Tornillos', price: '1250.50' },
      taxes: [{ cat: 'VAT', rate: 'general' }],
    },
  ],
  ...more,
});

test('an invoice is written, sent, and its PDF is there, without a reload', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  await (await supplierAt('sandbox', 'end')).registered();
  const call = apiClient(alta.origin, alta.seeded.sandbox.apiKey);
  await call('POST', '/transform/v1/workflows', { template: 'ar-invoice' });
  await openAsOwner(page, alta, at(alta, ''));

  await test.step('write it in the editor', async () => {
    await goTo(page, 'invoices');
    await page.getByRole('link', { name: words('invoices.list.new') }).click();
    await expectHeading(page, words('invoices.new.issuerTitle'));
    await lines(page)
      .filter({ hasText: formatCuit(supplier.cuit) })
      .getByRole('link')
      .click();
    await expectHeading(page, words('invoices.new.title'));
    await expect(codeOf(page)).toContainText(supplier.cuit);
    await build(page);
    await expect(page.getByRole('status').filter({ hasText: words('suppliers.editor.built') })).toBeVisible();
    await replaceCode(page, JSON.stringify(invoiceOf(supplier.cuit, { code: '12' }), null, 2));
    await build(page);
    await expect(faultAt(page, 'code')).toContainText(words('suppliers.faults.code-is-assigned'));
    await replaceCode(page, JSON.stringify(invoiceOf(supplier.cuit), null, 2));
    await build(page);
    await expect(page.getByRole('status').filter({ hasText: words('suppliers.editor.built') })).toBeVisible();
    await save(page);
    await expectHeading(page, `Factura A ${words('invoices.list.noNumber')}`);
    await expect(card(page)).toContainText(words('invoices.card.standing.unsent'));
  });

  await test.step('send it', async () => {
    await runOnEntry(page, templates['ar-invoice'].name);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Factura A/ })
      .click();
    await expectHeading(page, 'Factura A 00001-00000001');
    await expect(page.locator('.state')).toHaveText(words('entry.states.sent'));
    await expect(card(page)).toContainText(/\d{14}/);
    await expect(page.getByRole('link', { name: words('entry.document.edit'), exact: true })).toBeHidden();
  });

  await test.step('take its PDF', async () => {
    const downloading = page.waitForEvent('download');
    await card(page)
      .getByRole('link', { name: words('invoices.card.pdf') })
      .click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('factura-a-00001-00000001.pdf');
    const [original] = await readPdf(await readFile(await download.path()), { qr: 'scan' });
    expect(original?.text).toContain('00000001');
    const qr = card(page).getByRole('link', { name: words('invoices.card.qrLink') });
    await expect(qr).toHaveAttribute('href', original?.qr ?? '');
  });

  await test.step('find it in the list', async () => {
    await goTo(page, 'invoices');
    const row = lines(page).filter({ hasText: '00001-00000001' }).filter({ hasText: '513,10' }).first();
    await expect(row).toContainText(words('entry.states.sent'));
    await page.getByLabel(words('invoices.list.state')).selectOption('error');
    await expect(page).toHaveURL(/[?&]state=error$/);
    await expect(lines(page).filter({ hasText: words('entry.states.sent') })).toHaveCount(0);
    await goTo(page, 'invoices');
    await expect(page).toHaveURL(/\/invoices$/);
    await search(page).fill('1-1');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?q=1-1/);
    await expect(row).toBeVisible();
    await search(page).fill('zapatería');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toContainText('«zapatería»');
  });
});

test('without a registered supplier there is nobody to issue an invoice, and the way to one', async ({
  page,
  alta,
}) => {
  const slug = await newEmptyWorkspace(page, alta, 'Sin emisor');
  for (const path of ['/invoices', '/invoices/new']) {
    await page.goto(`${alta.origin}/w/${slug}${path}`);
    await expect(page.getByRole('heading', { name: words('invoices.noIssuer.title') })).toBeVisible();
  }
  await page.getByRole('link', { name: words('invoices.noIssuer.toSuppliers') }).click();
  await expectHeading(page, words('suppliers.list.title'));
});
