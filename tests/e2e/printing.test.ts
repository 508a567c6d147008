import type { Page } from '@playwright/test';
import { formatCuit } from '#lib/documents/cuit.ts';
import { newPlatform } from '../support/e2e-delegation.ts';
import { newSupplier, type Supplier } from '../support/e2e-supplier.ts';
import { expect, test } from '../support/e2e-test.ts';
import { portal as labels, press, text } from '../support/e2e-wizard.ts';
import { newCuit } from '../support/new-cuit.ts';
import { readPdf } from '../support/read-pdf.ts';

/** Pages that a printer gets, as text. */
async function printed(page: Page, { link }: Supplier, path: 'hoja' | 'guia'): Promise<string[]> {
  await page.goto(`${link}/${path}`);
  const pdf = await page.pdf({ format: 'A4' });
  return (await readPdf(pdf, { qr: 'skip' })).map((each) => each.text);
}

async function expectFewPages(page: Page, supplier: Supplier, values: string[]) {
  const sheet = await printed(page, supplier, 'hoja');
  expect(sheet).toHaveLength(1);
  const guide = await printed(page, supplier, 'guia');
  expect(guide.length).toBeLessThanOrEqual(4);
  for (const pages of [sheet, guide]) {
    const words = pages.join(' ');
    for (const value of [supplier.link, ...values]) expect(words).toContain(value);
    expect(words).not.toContain(text('frame.menu'));
    // A first page that is not blank, and none with only a line or two.
    for (const each of pages) expect(each.length).toBeGreaterThan(200);
  }
}

test('a company prints the sheet on one page and the guide on four', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('live', 'habilitar');
  await expectFewPages(page, supplier, [formatCuit(supplier.cuit), (await supplier.request()).alias]);
  await page.goto(`${supplier.link}/hoja`);
  await page.getByRole('link', { name: text('frame.wholeGuide') }).click();
  await expect(page).toHaveURL(`${supplier.link}/guia`);
});

test('a person prints the sheet on one page and the guide on four', async ({ page, alta }) => {
  const cuit = newCuit('27');
  const supplier = await newSupplier(alta, 'live', undefined, { cuit, person: cuit });
  await supplier.reach('habilitar');
  await expectFewPages(page, supplier, [(await supplier.request()).alias, labels.adhereService]);
});

test('in the sandbox the sheet and the guide are as short', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('sandbox', 'habilitar');
  await expectFewPages(page, supplier, [(await supplier.request()).alias]);
});

test('a supplier who delegates prints whom to authorize', async ({ page, alta }) => {
  const platform = await newPlatform(alta, 'live');
  const supplier = await platform.newSupplier();
  await page.goto(supplier.link);
  await press(page, 'start.begin');
  await expectFewPages(page, supplier, [formatCuit(platform.company.cuit)]);
});
