import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e-test.ts';
import { button, expectDone, expectStep, press, text } from '../support/e2e-wizard.ts';

test('without a point of sale the supplier is registered, may leave it for later and comes back to it', async ({
  page,
  device,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'end');
  await page.goto(supplier.link);
  await expectStep(page, 'puntos-de-venta', supplier);
  await expect(page.getByRole('table')).toHaveCount(0);
  await supplier.registered();
  const adviceAgainstIt = (on: Page) => on.getByRole('heading', { name: text('points.laterHeading') });
  await expect(adviceAgainstIt(page)).toBeVisible();
  // Asked once more in vain, the page still says what holds for who chose: the choice at ARCA is for good.
  await page.getByRole('link', { name: text('points.inscripto') }).click();
  await press(page, 'points.check');
  await expect(page.locator('a[aria-current]')).toContainText(text('points.inscripto'));
  await press(page, 'points.later');
  await expectDone(page, supplier);

  const later = await device();
  await later.goto(supplier.link);
  await later.getByRole('link', { name: text('done.pointsAdd') }).click();
  await expectStep(later, 'puntos-de-venta', supplier);
  await supplier.addPointOfSale(7);
  await press(later, 'points.check');
  await expect(later.getByRole('rowheader', { name: '00007' })).toBeVisible();
  await expect(adviceAgainstIt(later)).toHaveCount(0);
  await press(later, 'points.finish');
  await expectDone(later, supplier);
  await expect(later.getByText('00007')).toBeVisible();
});

test('points of sale that exist already are read when the certificate is proved', async ({
  page,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'autorizar');
  await supplier.addPointOfSale(2);
  await supplier.addPointOfSale(11);
  await supplier.authorise();
  await page.goto(supplier.link);
  await press(page, 'authorise.check');
  await expectStep(page, 'puntos-de-venta', supplier);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('rowheader')).toHaveText(['00002', '00011'], { timeout: 500 });
  }).toPass();
  await press(page, 'points.finish');
  await expectDone(page, supplier);
});

test('an authority that does not answer about them stops nobody', async ({ page, alta, supplierAt }) => {
  const supplier = await supplierAt('live', 'end');
  await page.goto(supplier.link);
  await alta.simulator.control.faults({ environment: 'live', target: 'wsfe', kind: 'http-503', count: 5 });
  await button(page, 'points.check').or(button(page, 'points.checkFirst')).click();
  await expect(page.getByText(text('points.unavailable'))).toBeVisible();
  await press(page, 'points.later');
  await expectDone(page, supplier);
});
