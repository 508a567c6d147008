import type { Page } from '@playwright/test';
import type { Environment } from '#lib/environment.ts';
import {
  addPointOfSale,
  adhereService,
  authoriseInLive,
  authoriseInSandbox,
  createLiveCertificate,
  createSandboxCertificate,
  logIn,
} from '../support/e2e-portal.ts';
import type { Supplier } from '../support/e2e-supplier.ts';
import { expect, test } from '../support/e2e-test.ts';
import {
  button,
  expectDone,
  expectNoSidewaysScroll,
  expectStep,
  fileInput,
  portal as labels,
  pasteText,
  press,
  text,
} from '../support/e2e-wizard.ts';

/** From the e-mailed link to the end, with the portal in a second tab, as the page says. */
async function goThrough(page: Page, supplier: Supplier) {
  await page.goto(supplier.link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('start.heading'));
  await expectNoSidewaysScroll(page);
  await press(page, 'start.begin');

  await expectStep(page, 'datos', supplier);
  await page.getByLabel(text('details.email')).fill('ana@tornillo.example');
  await press(page, 'details.save');

  await expectStep(page, 'habilitar', supplier);
  const tab = await openPortal(page);
  await logIn(tab, supplier);
  await adhereService(tab, supplier);
  await press(page, 'enable.done');

  await expectStep(page, 'certificado', supplier);
  const alias = (await page.locator('code[data-copyable]').textContent()) ?? '';
  await (supplier.environment === 'sandbox'
    ? carryTexts(page, tab, supplier, alias)
    : carryFiles(page, tab, supplier, alias));

  await expectStep(page, 'autorizar', supplier);
  await (supplier.environment === 'sandbox'
    ? authoriseInSandbox(tab, { alias, cuit: supplier.cuit })
    : authoriseInLive(tab, supplier, alias));
  await press(page, 'authorise.check');
  if (supplier.environment === 'live') await settlePointsOfSale(page, tab, supplier);
  await expectDone(page, supplier);
  await supplier.registered();
}

async function openPortal(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: text('act.login') }).click();
  return opened;
}

/** WSASS takes pasted text and gives text to copy. */
async function carryTexts(page: Page, tab: Page, supplier: Supplier, alias: string) {
  const csr = await page.getByRole('textbox', { name: text('certificate.csrLabel') }).inputValue();
  const certificate = await createSandboxCertificate(tab, { alias, csr });
  await press(page, 'certificate.done');
  await expectStep(page, 'subir', supplier);
  await pasteText(page, certificate);
}

/** Production takes the file of the request and gives the file of the certificate. */
async function carryFiles(page: Page, tab: Page, supplier: Supplier, alias: string) {
  const { cuit } = supplier;
  const fileName = `pedido-${cuit}.csr`;
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: text('certificate.requestFile', { fileName }) }).click();
  const request = await download;
  expect(request.suggestedFilename()).toBe(fileName);
  const file = await request.path();
  const certificate = await createLiveCertificate(tab, { alias, file, cuit });
  expect(certificate.name).toMatch(/\.crt$/);
  await press(page, 'certificate.done');
  await expectStep(page, 'subir', supplier);
  await fileInput(page).setInputFiles(certificate.path);
  await press(page, 'upload.send');
}

async function settlePointsOfSale(page: Page, tab: Page, supplier: Supplier) {
  await expectStep(page, 'puntos-de-venta', supplier);
  await page.getByRole('link', { name: text('points.inscripto') }).click();
  await expectStep(page, 'puntos-de-venta', supplier);
  const system = (await page.locator('code[data-copyable]').textContent()) ?? '';
  expect(system).toBe(labels.optionInscripto);
  await addPointOfSale(tab, supplier, { number: 4, system });
  await button(page, 'points.check').click();
  await expect(page.getByRole('rowheader', { name: '00004' })).toBeVisible();
  await expectStep(page, 'puntos-de-venta', supplier);
  await press(page, 'points.finish');
  await expect(page.getByText('00004')).toBeVisible();
}

const browsers = {
  'with scripts': {},
  'without scripts': { javaScriptEnabled: false },
  'in a window of 320 pixels': { viewport: { width: 320, height: 640 } },
};

for (const environment of ['sandbox', 'live'] satisfies Environment[]) {
  for (const [how, options] of Object.entries(browsers)) {
    test(`in ${environment}, ${how}, a supplier gets from the link to registered`, async ({
      device,
      supplierAt,
    }) => {
      const supplier = await supplierAt(environment);
      await goThrough(await device(options), supplier);
    });
  }
}
