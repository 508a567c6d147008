import type { Page } from '@playwright/test';
import { newSupplier } from '../support/e2e-supplier.ts';
import { expect, test } from '../support/e2e-test.ts';
import { button, expectDone, press, text } from '../support/e2e-wizard.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('an unknown link and a revoked one have the same page and reveal nobody', async ({ page, alta }) => {
  const unknown = await page.goto(`${alta.origin}/reg/Qk3vT0aZ8mNfX1bYwR7cLdE2gH`);
  const unknownText = await unknown?.text();
  expect(unknown?.status()).toBe(404);
  await expect(heading(page)).toHaveText(text('closed.unknown'));
  const revoked = await page.goto(alta.seeded.revokedLink);
  expect(revoked?.status()).toBe(404);
  expect(await revoked?.text()).toBe(unknownText);
});

test('a page that does not exist has the same answer', async ({ page, supplierAt }) => {
  const { link } = await supplierAt('sandbox');
  expect((await page.goto(`${link}/otra/cosa`))?.status()).toBe(404);
  await expect(heading(page)).toHaveText(text('closed.unknown'));
});

test('the holder of an expired link asks for another once', { tag: '@journey' }, async ({
  page,
  alta,
  device,
}) => {
  const { link } = await newSupplier(alta, 'expired');
  expect((await page.goto(link))?.status()).toBe(410);
  await expect(heading(page)).toHaveText(text('closed.expired'));
  expect(await page.content()).not.toContain('Tornillo');
  expect((await page.goto(`${link}/datos`))?.status()).toBe(410);
  await press(page, 'closed.ask');
  await expect(heading(page)).toHaveText(text('closed.asked'));
  const elsewhere = await device();
  await elsewhere.goto(link);
  await expect(heading(elsewhere)).toHaveText(text('closed.asked'));
  await expect(button(elsewhere, 'closed.ask')).toHaveCount(0);
});

test('a finished link shows its status at every address and has the form of no step', async ({
  page,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'end');
  for (const path of ['', '/datos', '/subir', '/comprobacion', '?inicio']) {
    expect((await page.goto(`${supplier.link}${path}`))?.status()).toBe(200);
    await expectDone(page, supplier);
    await expect(page.locator('main form:not([action$="/opinion"], [action$="/cuenta"])')).toHaveCount(0);
  }
});

test('a finished link still shows its status after its date', async ({ page, alta }) => {
  const supplier = await newSupplier(alta, 'expired');
  await supplier.authorise(supplier.cuit, await aliasOf(supplier));
  await supplier.confirm();
  await page.goto(supplier.link);
  await expect(page).toHaveURL(/\/(puntos-de-venta|listo)$/);
});

async function aliasOf(supplier: Awaited<ReturnType<typeof newSupplier>>): Promise<string> {
  const { alias } = await supplier.request();
  await supplier.upload(await supplier.issue());
  return alias;
}

test('opening the link changes nothing until «Empezar»', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('live');
  await page.goto(supplier.link);
  await page.goto(supplier.link);
  await expect(button(page, 'start.begin')).toBeVisible();
  // A person's CUIT holds their DNI: it is masked until somebody says that the company is theirs.
  expect(await page.content()).not.toContain(supplier.cuit.slice(2, 10));
});

test('a form on another site is refused', async ({ page, alta, supplierAt }) => {
  const supplier = await supplierAt('sandbox');
  await page.goto(`${alta.simulator.url}/sandbox/portal`);
  const answered = page.waitForResponse((response) => response.url() === supplier.link);
  await page.evaluate((action) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action });
    document.body.append(form);
    form.submit();
  }, supplier.link);
  expect((await answered).status()).toBe(403);
  await expect(heading(page)).toHaveText(text('closed.foreign'));
  await page.goto(supplier.link);
  await expect(button(page, 'start.begin')).toBeVisible();
});
