import { apiClient } from '../support/api-client.ts';
import type { E2eAlta } from '../support/e2e-alta.ts';
import { addPointOfSale, authoriseExportsInLive, authoriseInLive, logIn } from '../support/e2e-portal.ts';
import { newSupplier } from '../support/e2e-supplier.ts';
import { expect, test } from '../support/e2e-test.ts';
import { expectDone, expectStep, finishStep, portal as labels, text } from '../support/e2e-wizard.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

test('an exporter with a phone authorizes a second service and adds a second point of sale', async ({
  device,
  alta,
}) => {
  const supplier = await newExporter(alta);
  await supplier.reach('autorizar');
  const { alias } = await supplier.request();
  const page = await device(phone);
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(supplier.link);
  await expectStep(page, 'autorizar', supplier);
  const tab = await device();
  await logIn(tab, supplier);
  await authoriseInLive(tab, supplier, alias);
  await finishStep(page, 'authorise.check');
  await expectStep(page, 'comprobacion', supplier);
  await expect(heading).toContainText(text('proof.pendingHeadingExports'));
  await page.getByRole('link', { name: text('proof.review') }).click();
  await expect(heading).toContainText(text('authorise.headingExports'));
  await authoriseExportsInLive(tab, alias);

  // It is found out by itself, as by somebody who authorizes both before they come back.
  await page.waitForURL(`${supplier.link}/puntos-de-venta`, { timeout: 40_000 });
  await expectStep(page, 'puntos-de-venta', supplier);
  await expect(heading).toContainText(text('points.headingBoth'));
  await supplier.registered();
  await addPointOfSale(tab, supplier, { number: 4, system: labels.optionInscripto });
  await finishStep(page, 'points.checkBoth');
  await expect(page).toHaveURL(new RegExp(`^${supplier.link}/listo\\b`));
  await expect(heading).toHaveText(text('points.provedExports', { voice: 'company' }));
  await page.getByRole('link', { name: text('done.pointsAdd') }).click();
  await expectStep(page, 'puntos-de-venta', supplier);
  await expect(heading).toContainText(text('points.headingExports'));
  await addPointOfSale(tab, supplier, { number: 5, system: labels.optionExports });
  await finishStep(page, 'points.check');
  await expect(page.getByText(`00004 · ${text('done.pointExports', { number: '00005' })}`)).toBeVisible();
  await expectDone(page, supplier, 'done.headingSoon');
});

/** A supplier in live whom the workflow asks for both services. */
async function newExporter(alta: E2eAlta) {
  const call = apiClient(alta.origin, alta.seeded.live.apiKey);
  const template = { template: 'ar-supplier-registration', name: 'Exporters' };
  const { body: made } = await call('POST', '/transform/v1/workflows', template);
  const steps = made.steps.map((step: { provider: string }) =>
    step.provider === 'gov-ar.register' ? { ...step, config: { services: ['wsfe', 'wsfex'] } } : step,
  );
  await call('PATCH', `/transform/v1/workflows/${made.id}`, { version: made.version, steps });
  return newSupplier(alta, 'live', made.id);
}
