import { expect, test } from '../support/e2e-test.ts';
import {
  expectDone,
  expectPointMissing,
  expectStep,
  portal as labels,
  press,
  text,
} from '../support/e2e-wizard.ts';

test('the end names the missing point of sale until the authority lists one', async ({
  page,
  device,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'end');
  await page.goto(supplier.link);
  await expectStep(page, 'puntos-de-venta', supplier);
  await supplier.registered();
  // What holds for who chose: the choice at ARCA is for good.
  await page.getByRole('radio', { name: text('points.exento') }).check();
  await expect(page.getByRole('radio', { name: text('points.exento') })).toBeChecked();
  await expect(page.getByText(labels.optionExento).first()).toBeVisible();
  await press(page, 'points.later');
  await expectPointMissing(page, supplier);

  const later = await device();
  await later.goto(supplier.link);
  await expectPointMissing(later, supplier);
  await later.getByRole('link', { name: text('done.pointsAdd') }).click();
  await press(later, 'points.check');
  await expectPointMissing(later, supplier, 'done.headingPending');
  await expect(later.getByText(text('points.none'))).toBeVisible();

  await supplier.addPointOfSale(7);
  await expect(later.getByText('00007')).toBeVisible({ timeout: 30_000 });
  // It is new: the day is told from which invoices may bear it.
  await expectDone(later, supplier, 'done.headingSoon');
  await expect(page.getByText('00007')).toBeVisible({ timeout: 30_000 });
});

test('a supplier with a wrong «Sistema» sees the right one and continues with one press', async ({
  page,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'end');
  await page.goto(supplier.link);
  await supplier.addPointOfSale(5, 'ONLINE');
  await page.getByRole('radio', { name: text('points.exento') }).check();
  await press(page, 'points.check');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('done.headingPending'));
  const found = page.getByRole('status').filter({ hasText: text('points.none') });
  await expect(found).toContainText(labels.optionOnline);
  // What was chosen before is what is asked for now.
  await expect(found).toContainText(labels.optionExento);
  await expect(found).not.toContainText(labels.optionInscripto);
  await supplier.addPointOfSale(6, 'EXENTO');
  await press(page, 'points.checkAgain');
  await expect(page.getByText('00006')).toBeVisible();
  await expectDone(page, supplier, 'done.headingSoon');
});

test('an S.R.L. is not offered the regime for persons', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('live', 'end');
  await page.goto(supplier.link);
  await expect(page.getByRole('radio', { name: text('points.inscripto') })).toBeChecked();
  await expect(page.getByRole('radio', { name: text('points.monotributo') })).toHaveCount(0);
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
  await expect(page.getByText('00002 · 00011')).toBeVisible();
  await expectDone(page, supplier);
});

test('a point of sale added ahead of its turn is not asked for again', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('live', 'certificado');
  await page.goto(`${supplier.link}/puntos-de-venta`);
  await supplier.addPointOfSale(3);
  await press(page, 'points.check');
  await expectStep(page, 'certificado', supplier);
  const certificate = await supplier.issue();
  await supplier.authorise();
  await supplier.upload(certificate);
  await page.goto(`${supplier.link}/autorizar`);
  await press(page, 'authorise.check');
  await expect(page.getByText('00003')).toBeVisible();
  await expectDone(page, supplier, 'done.headingSoon');
});

test('an authority that does not list points of sale stops nobody', async ({ page, alta, supplierAt }) => {
  const supplier = await supplierAt('live', 'end');
  await page.goto(supplier.link);
  await alta.simulator.control.faults({ environment: 'live', target: 'wsfe', kind: 'http-503', count: 5 });
  await press(page, 'points.check');
  await expectPointMissing(page, supplier, 'done.headingPending');
  await expect(page.getByText(text('points.unavailable'))).toBeVisible();
});
