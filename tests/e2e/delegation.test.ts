import type { Page } from '@playwright/test';
import { acceptInLive, delegateInLive, newPlatform } from '../support/e2e-delegation.ts';
import { issueInvoice } from '../support/e2e-invoice.ts';
import { addPointOfSale, adhereService, authoriseInSandbox, follow, logIn } from '../support/e2e-portal.ts';
import type { Supplier } from '../support/e2e-supplier.ts';
import { expect, test } from '../support/e2e-test.ts';
import { goThroughFromStart } from '../support/e2e-walk.ts';
import { expectNoSidewaysScroll, finishStep, portal as labels, press, text } from '../support/e2e-wizard.ts';
import { newCuit } from '../support/new-cuit.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

/** From the link to the step in which the portal is visited. */
async function beginShortWay(page: Page, supplier: Supplier) {
  await page.goto(supplier.link);
  await expect(page.locator('input[name=way]:checked')).toHaveValue('delegation');
  await expectNoSidewaysScroll(page);
  await press(page, 'start.begin');
  await page.getByLabel(text('details.email')).fill('ana@espiga.example');
  await press(page, 'details.save');
  await expect(page).toHaveURL(`${supplier.link}/delegar`);
  await expectNoSidewaysScroll(page);
}

async function expectWaiting(page: Page, { link, environment }: Supplier, hasPoint = false) {
  await expect(page).toHaveURL(`${link}/aceptacion`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    text(environment === 'live' && !hasPoint ? 'acceptance.headingPoint' : 'acceptance.heading', {
      holder: 'Facturas del Sur',
    }),
  );
  await expectNoSidewaysScroll(page);
}

test('in live, on a phone, one visit authorizes the platform, and an invoice is issued', {
  tag: '@journey',
}, async ({ device, alta }) => {
  const platform = await newPlatform(alta, 'live');
  const supplier = await platform.newSupplier();
  const page = await device(phone);
  await beginShortWay(page, supplier);
  const opened = page.waitForEvent('popup');
  await page
    .getByRole('link', { name: text('act.login') })
    .first()
    .click();
  const tab = await opened;
  await delegateInLive(tab, supplier, platform.company.cuit);
  await finishStep(page, 'delegate.done');
  await expectWaiting(page, supplier);
  expect(await platform.verify(supplier.entry)).toMatchObject({ granted: false });

  const office = await device();
  await acceptInLive(office, platform, supplier);
  await platform.passTheWindow();
  expect(await platform.verify(supplier.entry)).toMatchObject({ granted: true });
  await expect(page).toHaveURL(`${supplier.link}/puntos-de-venta`);
  await addPointOfSale(tab, supplier, { number: 3, system: labels.optionInscripto });
  await finishStep(page, 'points.check');
  await expect(page).toHaveURL(`${supplier.link}/listo`);
  await expect(page.getByText('00003')).toBeVisible();
  await supplier.registered();
  const { stamps } = await issueInvoice(supplier, '3');
  const [voucher] = await supplier.vouchers();
  expect(voucher).toMatchObject({ number: 1, cae: stamps['arca-cae'] });
});

test('in live, on a desktop, a supplier who is the taxpayer authorizes the platform', async ({
  page,
  alta,
  device,
}) => {
  const platform = await newPlatform(alta, 'live');
  const person = newCuit('27');
  const supplier = await platform.newSupplier({ cuit: person, person });
  await beginShortWay(page, supplier);
  await delegateInLive(await device(), supplier, platform.company.cuit);
  await finishStep(page, 'delegate.done');
  await expectWaiting(page, supplier);
  await acceptInLive(await device(), platform, supplier);
  await platform.passTheWindow();
  await platform.verify(supplier.entry);
  await expect(page).toHaveURL(`${supplier.link}/puntos-de-venta`);
  await supplier.registered();
});

test('in the sandbox, on a phone, the platform authorizes at WSASS, and the page continues', async ({
  device,
  alta,
}) => {
  const page = await device(phone);
  // So that a second ticket is to be had in this test: it takes ten minutes, and a request is good for as long.
  await alta.simulator.control.clock(-6 * 60);
  const platform = await newPlatform(alta, 'sandbox');
  const supplier = await platform.newSupplier();
  await beginShortWay(page, supplier);
  await press(page, 'delegate.ask');
  await expectWaiting(page, supplier);

  const office = await device();
  await logIn(office, platform.company);
  await adhereService(office, platform.company);
  await follow(office, labels.wsass);
  await authoriseInSandbox(office, { alias: platform.alias, cuit: supplier.cuit });
  await platform.passTheWindow();
  expect(await platform.verify(supplier.entry)).toMatchObject({ granted: true });
  await expect(page).toHaveURL(`${supplier.link}/listo`);
  await supplier.registered();
});

test('in the sandbox, on a desktop, a supplier chooses to make a certificate instead', async ({
  page,
  alta,
}) => {
  const platform = await newPlatform(alta, 'sandbox');
  const supplier = await platform.newSupplier();
  await page.goto(supplier.link);
  await page.getByLabel(text('start.ways.certificate')).check();
  await goThroughFromStart(page, supplier);
  await supplier.registered();
});
