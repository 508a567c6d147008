import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatCuit } from '#lib/documents/cuit.ts';
import { textOf } from '#lib/faults.ts';
import { localeCookieName } from '#lib/i18n.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { goTo } from '#tests/support/e2e-configuration.ts';
import { accessibilityFaults, words, wordsIn } from '#tests/support/e2e-console.ts';
import {
  at,
  build,
  codeOf,
  expectHeading,
  faultAt,
  replaceCode,
  save,
  showJson,
} from '#tests/support/e2e-entries.ts';
import { newEmptyWorkspace, openAsOwner } from '#tests/support/e2e-people.ts';
import type { Supplier } from '#tests/support/e2e-supplier.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { issueOnEntry } from '#tests/support/e2e-workflows.ts';
import { readPdf } from '#tests/support/read-pdf.ts';

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

test('an invoice is written and sent, and its PDF appears without a reload', { tag: '@journey' }, async ({
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
    const search = page.getByRole('main').getByRole('searchbox');
    await search.fill('nadie así');
    await search.press('Enter');
    await expect(page.getByText(words('invoices.new.noSuchIssuer', { q: 'nadie así' }))).toBeVisible();
    await search.fill(supplier.cuit);
    await search.press('Enter');
    await expect(lines(page).filter({ has: page.getByRole('link') })).toHaveCount(1);
    await lines(page)
      .filter({ hasText: formatCuit(supplier.cuit) })
      .getByRole('link')
      .click();
    await expectHeading(page, words('invoices.new.title'));
    await showJson(page);
    await expect(codeOf(page)).toContainText(supplier.cuit);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await build(page);
    await expect(page.getByRole('status').filter({ hasText: words('suppliers.editor.built') })).toBeVisible();
    await replaceCode(page, JSON.stringify(invoiceOf(supplier.cuit, { code: '12' }), null, 2));
    await build(page);
    await expect(faultAt(page, 'code')).toContainText(textOf('code-is-assigned', {}, 'es-AR'));
    await replaceCode(page, JSON.stringify(invoiceOf(supplier.cuit), null, 2));
    await build(page);
    await expect(page.getByRole('status').filter({ hasText: words('suppliers.editor.built') })).toBeVisible();
    await save(page);
    await expectHeading(page, `Factura A ${words('invoices.list.noNumber')}`);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect(card(page)).toContainText(words('invoices.card.status.unsent'));
  });

  await test.step('send it', async () => {
    await issueOnEntry(page);
    await expectHeading(page, 'Factura A 00001-00000001');
    await expect(page.locator('.state')).toHaveText(words('entry.states.sent'));
    await expect(card(page)).toContainText(/\d{14}/);
    await expect(page.getByRole('link', { name: words('entry.document.edit'), exact: true })).toBeHidden();
  });

  await test.step('download its PDF', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: words('invoices.card.pdf') }).click();
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
    await expect(row).toContainText(formatCuit(supplier.cuit));
    const cae = /\b\d{14}\b/.exec(await row.innerText())?.[0] ?? '';
    await page.getByLabel(words('invoices.list.state')).selectOption('error');
    await expect(page).toHaveURL(/[?&]state=error(&|$)/);
    await expect(lines(page).filter({ hasText: words('entry.states.sent') })).toHaveCount(0);
    await goTo(page, 'invoices');
    await expect(page).toHaveURL(/\/invoices$/);
    await search(page).fill('1-1');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?q=1-1/);
    await expect(row).toBeVisible();
    await search(page).fill(cae);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`q=${cae}`));
    await expect(lines(page).filter({ hasText: cae })).toHaveCount(1);
    await page.getByLabel(words('invoices.list.class')).selectOption('B');
    await expect(page).toHaveURL(/[?&]class=B/);
    await expect(lines(page).filter({ hasText: cae })).toHaveCount(0);
    await page
      .getByRole('link', { name: words('shell.lists.clear') })
      .first()
      .click();
    await expect(page).toHaveURL(/\/invoices$/);
    await page.getByLabel(words('invoices.list.issuerCuit')).fill(formatCuit(supplier.cuit));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/[?&]issuer=/);
    await expect(row).toBeVisible();
    await search(page).fill('zapatería');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toContainText('«zapatería»');
  });
});

test('a draft begun for one issuer does not return for another', async ({ page, alta, supplierAt }) => {
  const [one, other] = [await supplierAt('sandbox', 'end'), await supplierAt('sandbox', 'end')];
  await Promise.all([one.registered(), other.registered()]);
  const newOf = ({ entry }: Supplier) => at(alta, `/invoices/new?supplier=${entry}`);
  page.on('dialog', (asked) => void asked.accept());
  await openAsOwner(page, alta, newOf(one));
  await showJson(page);
  await replaceCode(page, JSON.stringify(invoiceOf(one.cuit), null, 2));
  await page.goto(`${alta.origin}${newOf(other)}`);
  await expect(codeOf(page)).toContainText(other.cuit);
  await page.goto(`${alta.origin}${newOf(one)}`);
  await expect(page.getByText(words('suppliers.editor.restored'))).toBeVisible();
  await expect(codeOf(page)).toContainText(one.cuit);
});

const inCard = (key: string, values?: Record<string, string>) => words(`invoices.card.${key}`, values);

/** Gives invoices of the supplier to the workflow, one after the other; where the Console shows them. */
async function sendInvoices({ call, cuit }: Supplier, slug: string, count: number): Promise<string[]> {
  const { body: workflow } = await call('POST', '/transform/v1/workflows', { template: 'ar-invoice' });
  const paths: string[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const { body: entry } = await call('POST', '/silo/v1/entries', {
      folder: 'invoices',
      data: invoiceOf(cuit),
    });
    await call('POST', '/transform/v1/jobs', { workflow_id: workflow.id, silo_entry_id: entry.id });
    paths.push(`/w/${slug}/entries/${entry.id}`);
  }
  return paths;
}

test('a refusal by ARCA is explained, quoted and named by its code', async ({ page, alta, supplierAt }) => {
  const supplier = await supplierAt('live', 'end');
  await supplier.registered();
  await supplier.addPointOfSale(1);
  await alta.simulator.control.issuer('live', supplier.cuit, '11');
  const [path = ''] = await sendInvoices(supplier, alta.seeded.live.slug, 1);
  await openAsOwner(page, alta, path);
  const alert = page.getByRole('alert').filter({ hasText: 'ARCA-10000' });
  for (const locale of ['en', 'es-AR'] as const) {
    await page.context().addCookies([{ name: localeCookieName, value: locale, url: alta.origin }]);
    await page.reload();
    await expect(alert).toContainText(wordsIn(locale)('invoices.card.status.refused'));
    // All of it in the reader's language, but for what the authority itself said.
    await expect(alert.locator('li')).toHaveText(
      /^[^(]+\(ARCA: LA CUIT [^)]*DOMICILIO FISCAL ELECTRONICO[^)]*\) gov-ar · ARCA-10000/,
    );
    await expect(alert).toContainText(textOf('ARCA-10000', { why: '11' }, locale));
    await expect(alert.locator('li [lang]')).toHaveAttribute('lang', 'es');
    await expect(alert.locator('li [lang]')).toContainText('DOMICILIO FISCAL ELECTRONICO');
    const correct = alert.getByRole('link', { name: wordsIn(locale)('invoices.card.status.edit') });
    await expect(correct).toHaveAttribute('href', `${path}/edit`);
    await expect(alert).not.toContainText('$.');
  }
  await expect(page.getByRole('link', { name: words('entry.document.edit'), exact: true })).toBeVisible();
  expect(await accessibilityFaults(page, 'an invoice, refused')).toEqual([]);
});

test('an invoice shows its next attempt while ARCA is away, and later ones link to it', async ({
  page,
  alta,
  supplierAt,
}) => {
  test.setTimeout(180_000);
  const supplier = await supplierAt('live', 'end');
  await supplier.registered();
  await supplier.addPointOfSale(1);
  await supplier.call('POST', `/apps/gov-ar/v1/entry/${supplier.entry}/points-of-sale`);
  const { faults, reset } = alta.simulator.control;
  await faults({ environment: 'live', target: 'wsfe', kind: 'http-503', count: 1_000 });
  const [first = '', second = ''] = await sendInvoices(supplier, alta.seeded.live.slug, 2);
  await openAsOwner(page, alta, second);
  const behind = page.getByRole('alert').filter({ hasText: inCard('status.behind', { count: '1' }) });
  await expect(behind).toContainText(
    textOf('authority-unavailable', { why: 'invoice', cause: 'http' }, 'es-AR'),
  );
  expect(await accessibilityFaults(page, 'an invoice, behind another')).toEqual([]);
  await behind.getByRole('link', { name: inCard('status.first') }).click();
  await expect(page).toHaveURL(`${alta.origin}${first}`);
  const waiting = page.getByRole('alert').filter({ hasText: inCard('status.waiting') });
  await expect(waiting).toContainText(/\d{2}:\d{2}/);
  await reset();
  // Without a reload, at its next try, which is up to a minute away.
  await expect(card(page)).toContainText(/\d{14}/, { timeout: 90_000 });
  await eventually(supplier.vouchers, ({ length }) => length === 2);
});

test('a workspace without a registered supplier has no issuer, and leads to registration', async ({
  page,
  alta,
}) => {
  const slug = await newEmptyWorkspace(alta, 'Sin emisor');
  for (const path of ['/invoices', '/invoices/new']) {
    await openAsOwner(page, alta, `/w/${slug}${path}`);
    await expect(page.getByRole('heading', { name: words('invoices.noIssuer.title') })).toBeVisible();
  }
  await page.getByRole('link', { name: words('invoices.noIssuer.toSuppliers') }).click();
  await expectHeading(page, words('suppliers.list.title'));
});

test('the accountant takes a month in three clicks: sales, the Libro IVA Digital and all PDFs', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  const call = apiClient(alta.origin, alta.seeded.sandbox.apiKey);
  const { body: workflow } = await call('POST', '/transform/v1/workflows', { template: 'ar-invoice' });
  const data = invoiceOf(supplier.cuit);
  const { body: entry } = await call('POST', '/silo/v1/entries', { folder: 'invoices', data });
  await call('POST', '/transform/v1/jobs', { workflow_id: workflow.id, silo_entry_id: entry.id });
  await eventually(
    () => call('GET', `/silo/v1/entries/${entry.id}`),
    ({ body }) => body.state === 'sent',
  );
  await openAsOwner(page, alta, at(alta, `/invoices?issuer=${supplier.cuit}`));

  await page.getByRole('link', { name: words('invoices.list.theMonth') }).click();
  await expectHeading(page, words('invoices.month.title'));
  const month = await page.getByLabel(words('invoices.month.month')).inputValue();
  await expect(page.getByRole('region', { name: words('invoices.month.sums') })).toContainText('1.513,10');
  await expect(page.getByText(words('invoices.month.complete'))).toBeVisible();
  expect(await accessibilityFaults(page, 'the month')).toEqual([]);

  const download = async (key: string) => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: words(key) }).click();
    return downloading;
  };
  const csv = await download('invoices.month.csv.download');
  expect(csv.suggestedFilename()).toBe(`ventas-${month}-${supplier.cuit}.csv`);
  expect(await readFile(await csv.path(), 'utf8')).toContain(';1513,1;');
  const book = await download('invoices.month.book.download');
  expect(book.suggestedFilename()).toBe(`libro-iva-digital-${month}-${supplier.cuit}.zip`);
  await page.getByRole('button', { name: words('invoices.month.archive.make') }).click();
  const archive = await download('invoices.month.archive.download');
  expect(archive.suggestedFilename()).toBe(`comprobantes-${month}-${supplier.cuit}.zip`);
});
