import type { Page } from '@playwright/test';
import { accessibilityFaults, words } from '#tests/support/e2e-console.ts';
import { at, build, codeOf, expectHeading, replaceCode, save, showJson } from '#tests/support/e2e-entries.ts';
import { openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

const built = (page: Page) => page.getByRole('status').filter({ hasText: words('suppliers.editor.built') });
const note = (page: Page) =>
  page.getByRole('alert').filter({
    hasText: words('suppliers.assumed.title', { status: words('suppliers.vatStatuses.1') }),
  });
const card = (page: Page) => page.getByRole('region', { name: words('invoices.card.title') });
/** Of the draft that the tab keeps: the editor draws the lines that can be seen, and no others. */
const documentOf = async (page: Page) => {
  const kept = await page.evaluate(() => Object.entries(sessionStorage));
  const [, draft = ''] = kept.find(([key]) => key.startsWith('alta-draft:')) ?? [];
  return JSON.parse(JSON.parse(draft).text);
};

test('an invoice is built, changed and rebuilt, and shows its assumptions about the customer', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  await openAsOwner(page, alta, at(alta, `/invoices/new?supplier=${supplier.entry}`));
  await showJson(page);
  await expect(codeOf(page)).toContainText(supplier.cuit);
  await build(page);
  await expect(built(page)).toBeVisible();
  await note(page)
    .getByRole('button', { name: words('suppliers.assumed.show') })
    .click();
  await expect(codeOf(page)).toBeFocused();
  await expect(codeOf(page).locator('.assumed-value')).toHaveText('"1"');
  expect(await accessibilityFaults(page, 'an invoice with an assumption')).toEqual([]);

  await test.step('the quantity is changed', async () => {
    const document = await documentOf(page);
    const payable = Number(document.totals.payable);
    document.lines[0].quantity = '3';
    await replaceCode(page, JSON.stringify(document, null, 2));
    await build(page);
    await expect(built(page)).toBeVisible();
    expect(Number((await documentOf(page)).totals.payable)).toBeCloseTo(payable * 3, 1);
  });

  await test.step('the invoice is changed and built again while the answer is on its way', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: letGo, resolve: go } = Promise.withResolvers<void>();
    await page.route('**/invoices/new*', async (route) => {
      if (route.request().method() === 'POST') {
        ask();
        await letGo;
      }
      await route.fallback();
    });
    const document = await documentOf(page);
    const withQuantity = (quantity: string) =>
      JSON.stringify({ ...document, lines: [{ ...document.lines[0], quantity }] }, null, 2);
    await replaceCode(page, withQuantity('4'));
    await build(page);
    await asked;
    await replaceCode(page, withQuantity('6'));
    await page.keyboard.press('ControlOrMeta+Enter');
    go();
    await expect(built(page)).toBeVisible();
    expect((await documentOf(page)).lines[0].quantity).toBe('6');
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a customer abroad keeps no assumption', async () => {
    const { customer, ...document } = await documentOf(page);
    const moved = { ...customer, tax_id: { country: 'BR', code: '11222333000181' } };
    await replaceCode(page, JSON.stringify({ ...document, customer: moved }, null, 2));
    await build(page);
    await expect(built(page)).toBeVisible();
    await expect(note(page)).toBeHidden();
    await expect(codeOf(page).locator('.assumed-value')).toHaveText('"9"');
    expect((await documentOf(page)).tax.ext).toMatchObject({ 'ar-arca-doc-type': '6' });
    await replaceCode(page, JSON.stringify({ ...document, customer }, null, 2));
  });

  await test.step('a saved assumption is still shown', async () => {
    await save(page);
    await expectHeading(page, `Factura A ${words('invoices.list.noNumber')}`);
    await expect(card(page)).toContainText(words('suppliers.vatStatuses.1'));
    await expect(card(page).getByText(words('suppliers.editor.assumed'), { exact: true })).toBeVisible();
    expect(await accessibilityFaults(page, 'an entry with an assumption')).toEqual([]);
  });

  await test.step('a written value is no longer assumed', async () => {
    const { customer, ...document } = JSON.parse((await page.locator('pre').textContent()) ?? '');
    await page.getByRole('link', { name: words('entry.document.edit'), exact: true }).click();
    await expect(codeOf(page)).toContainText(supplier.cuit);
    customer.ext['ar-arca-vat-status'] = '4';
    await replaceCode(page, JSON.stringify({ ...document, customer }, null, 2));
    await expect(note(page)).toBeHidden();
    await save(page);
    await expectHeading(page, `Factura B ${words('invoices.list.noNumber')}`);
    await expect(card(page)).toContainText(words('suppliers.vatStatuses.4'));
    await expect(card(page).getByText(words('suppliers.editor.assumed'), { exact: true })).toBeHidden();
  });
});
