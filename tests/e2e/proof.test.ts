import { supportCodes } from '#lib/certificates/rejection.ts';
import { expect, test } from '../support/e2e-test.ts';
import { expectDone, expectRejection, expectStep, pasteText, press, text } from '../support/e2e-wizard.ts';
import { newCuit } from '../support/new-cuit.ts';

// Each way in which it can fail is in tests/integration/arca/login.test.ts.
test('a nonsense answer of the authority blames nobody, and «Probar ahora» continues', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'autorizar');
  await supplier.authorise();
  await alta.simulator.control.faults({ environment: 'sandbox', target: 'wsaa', kind: 'html', count: 1 });
  await page.goto(supplier.link);
  await press(page, 'authorise.check');
  await expectStep(page, 'comprobacion', supplier);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(text('proof.downHeading'));
  await expect(page.getByText(supportCodes['authority-unavailable'])).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await supplier.state()).toBe('processing');
  await press(page, 'proof.tryAgain');
  await expectDone(page, supplier);
});

test('the page waits for a silent authority and then reports it without a reload', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'autorizar');
  await supplier.authorise();
  await alta.simulator.control.faults({ environment: 'live', target: 'wsaa', kind: 'timeout', count: 1 });
  await page.goto(supplier.link);
  await press(page, 'authorise.check');
  await expectStep(page, 'comprobacion', supplier);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(text('proof.heading'));
  await expect(heading).toContainText(text('proof.downHeading'));
  await press(page, 'proof.tryAgain');
  await expectStep(page, 'puntos-de-venta', supplier);
});

test('the waiting page reloads itself without scripts', async ({ device, alta, supplierAt }) => {
  const supplier = await supplierAt('sandbox', 'autorizar');
  await supplier.authorise();
  await alta.simulator.control.faults({ environment: 'sandbox', target: 'wsaa', kind: 'timeout', count: 1 });
  const page = await device({ javaScriptEnabled: false });
  await page.goto(supplier.link);
  await press(page, 'authorise.check');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(text('proof.heading'));
  await expect(heading).toContainText(text('proof.downHeading'));
});

test('the waiting page continues by itself once the authority has answered', { tag: '@journey' }, async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'autorizar');
  await supplier.authorise();
  await alta.simulator.control.faults({ environment: 'sandbox', target: 'wsaa', kind: 'html', count: 1 });
  await page.goto(supplier.link);
  await press(page, 'authorise.check');
  await expectStep(page, 'comprobacion', supplier);
  await supplier.confirm();
  await expect(page).toHaveURL(`${supplier.link}/listo`, { timeout: 25_000 });
  await expectDone(page, supplier);
});

test('an announced authorization that is not found yet is looked for automatically', async ({
  page,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'autorizar');
  await page.goto(supplier.link);
  await press(page, 'authorise.check');
  await expectStep(page, 'comprobacion', supplier);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(text('proof.pendingHeading'));
  await expect(page.getByText(supportCodes['not-authorised'])).toBeVisible();
  await page.reload();
  await expectStep(page, 'comprobacion', supplier);
  await supplier.authorise();
  await expect(page).toHaveURL(`${supplier.link}/listo`, { timeout: 40_000 });
  await expectDone(page, supplier);
  await supplier.registered();
});

test('a supplier who authorized first has nothing left to do after the upload', async ({
  page,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'subir');
  const certificate = await supplier.issue();
  await supplier.authorise();
  await page.goto(`${supplier.link}/subir`);
  await pasteText(page, certificate);
  await expectDone(page, supplier);
});

test('an authorization for another CUIT is named as such', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('sandbox', 'autorizar');
  await supplier.authorise(newCuit('30'));
  await page.goto(supplier.link);
  await press(page, 'authorise.check');
  await expectStep(page, 'autorizar', supplier);
  await expectRejection(page, supportCodes['cuit-not-represented']);
});
