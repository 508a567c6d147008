import type { Page } from '@playwright/test';
import {
  addPointOfSale,
  adhereService,
  authoriseInLive,
  createLiveCertificate,
  logIn,
} from '../support/e2e-portal.ts';
import { newSupplier } from '../support/e2e-supplier.ts';
import { expect, test } from '../support/e2e-test.ts';
import { goThrough } from '../support/e2e-walk.ts';
import {
  button,
  expectDone,
  expectRejection,
  expectStep,
  finishStep,
  portal as labels,
  openMenu,
  press,
  text,
  uploadFile,
} from '../support/e2e-wizard.ts';
import { newCuit } from '../support/new-cuit.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

test('the owner of a bakery gets to the end with nothing but a phone', {
  tag: '@journey',
}, async ({ device, alta }) => {
  const page = await device(phone);
  await goThrough(page, await newSupplier(alta, 'live'));
});

test('a phone shows one card at a time, at most three screens high, and keeps the place', async ({
  device,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'certificado');
  const page = await device(phone);
  const cards = page.locator('.cards > li').filter({ visible: true });
  for (const slug of ['habilitar', 'certificado', 'autorizar', 'puntos-de-venta']) {
    await page.goto(`${supplier.link}/${slug}`);
    const total = await page.locator('.cards > li').count();
    for (let card = 1; card <= total; card++) {
      await expect(cards).toHaveCount(1);
      const { height } = (await cards.boundingBox()) ?? { height: Number.POSITIVE_INFINITY };
      expect(height, `${slug}, card ${card}`).toBeLessThanOrEqual(3 * phone.viewport.height);
      if (card === total) break;
      const before = page.url();
      await button(page, 'card.done').filter({ visible: true }).click();
      await page.waitForURL((url) => url.href !== before);
    }
  }

  await page.goto(`${supplier.link}/certificado`);
  await page.getByRole('link', { name: text('card.byScreen') }).click();
  await page.goto(`${supplier.link}/certificado?pantalla=agregar`);
  await button(page, 'card.done').filter({ visible: true }).click();
  const elsewhere = await device(phone);
  await elsewhere.goto(supplier.link);
  await expect(elsewhere.getByText(text('frame.welcome', { step: 3, total: 6 }))).toBeVisible();
  await expect(elsewhere.locator('.cards > li').filter({ visible: true })).toContainText(
    text('cards.aliasForm.title'),
  );
  await page.goBack();
  await expect(cards).toContainText(text('cards.aliases.title'));
});

test('a monotributista on a laptop is addressed as a person and chooses no company', async ({
  device,
  alta,
}) => {
  const person = newCuit('27');
  const supplier = await newSupplier(alta, 'live', undefined, { cuit: person, person });
  // 1366 x 768 without the bars of a browser.
  const page = await device({ viewport: { width: 1366, height: 640 } });
  await page.goto(supplier.link);
  await expect(button(page, 'start.begin')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('radio', { name: text('start.voices.self') })).toBeChecked();
  await press(page, 'start.begin');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    text('details.heading', { voice: 'self' }),
  );
  await page.getByLabel(text('details.email')).fill('ana@tornillo.example');
  await press(page, 'details.save');
  await expect(page.getByText(labels.actingFor)).toHaveCount(0);

  const tab = await device();
  await logIn(tab, supplier);
  await adhereService(tab, supplier);
  await press(page, 'enable.done');
  await uploadOwn(page, tab, supplier);
  await expectStep(page, 'autorizar', supplier);
  const { alias } = await supplier.request();
  await authoriseInLive(tab, supplier, alias);
  // It is found out by itself: looked for every ten seconds, and asked for every five.
  await page.waitForURL(`${supplier.link}/puntos-de-venta`, { timeout: 40_000 });
  await expectStep(page, 'puntos-de-venta', supplier);
  await expect(page.getByRole('radio', { name: text('points.monotributo') })).toBeChecked();
  await addPointOfSale(tab, supplier, { number: 2, system: labels.optionMonotributo });
  await expect(page.getByText('00002')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    text('done.headingSoon', { voice: 'self', name: '', first: '' }).trim(),
  );
});

test('an accountant uploads the wrong file first, and authorizes before uploading', {
  tag: '@journey',
}, async ({ device, alta }) => {
  const supplier = await newSupplier(alta, 'live');
  const page = await device({ viewport: { width: 1440, height: 900 } });
  await page.goto(supplier.link);
  await page.getByRole('radio', { name: text('start.voices.client') }).check();
  await press(page, 'start.begin');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    text('details.heading', { voice: 'client' }),
  );
  await page.getByLabel(text('details.email')).fill('estudio@tornillo.example');
  await press(page, 'details.save');
  await press(page, 'enable.skip');
  await expect(page).toHaveURL(`${supplier.link}/certificado`);

  await page.goto(`${supplier.link}/subir`);
  await uploadFile(page, (await supplier.request()).csr, 'solicitud.csr');
  await expectRejection(page, 'AR-ARCH-03');
  const certificate = await supplier.issue();
  await supplier.authorise();
  await page.goto(`${supplier.link}/autorizar`);
  await finishStep(page, 'authorise.check');
  await supplier.addPointOfSale(5);
  await page.goto(`${supplier.link}/puntos-de-venta`);
  await finishStep(page, 'points.check');
  await page.goto(`${supplier.link}/subir`);
  await uploadFile(page, certificate);
  await expect(page.getByText('00005')).toBeVisible();
  await expectDone(page, supplier, 'done.headingSoon');
});

test('a retired partner at 200 % sees nothing cut off, with the steps below each other', async ({
  device,
  alta,
}) => {
  // A tablet of 768 at twice the size.
  const page = await device({ viewport: { width: 384, height: 512 }, deviceScaleFactor: 2 });
  await goThrough(page, await newSupplier(alta, 'sandbox'));
});

test('a registration begun on a phone continues on a computer after an outage', {
  tag: '@journey',
}, async ({ device, alta }) => {
  const supplier = await newSupplier(alta, 'sandbox');
  await supplier.reach('subir');
  const handheld = await device(phone);
  await handheld.goto(`${supplier.link}/seguir`);
  const computer = await device({ viewport: { width: 1366, height: 768 } });
  await computer.goto(supplier.link);
  await expectStep(computer, 'subir', supplier);
  const certificate = await supplier.issue();
  await supplier.authorise();
  await alta.simulator.control.faults({ environment: 'sandbox', target: 'wsaa', kind: 'html', count: 1 });
  await uploadFile(computer, certificate);
  await expectStep(computer, 'comprobacion', supplier);
  await press(computer, 'proof.tryAgain');
  await expectDone(computer, supplier);
  await expect(handheld).toHaveURL(`${supplier.link}/listo`);
});

test('the other language is stored with the link, on every device', async ({ page, device, supplierAt }) => {
  const supplier = await supplierAt('live', 'certificado');
  await page.goto(supplier.link);
  await openMenu(page);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Create the certificate at ARCA');
  await expect(page.locator('.label').first()).toHaveAttribute('lang', 'es-AR');
  const elsewhere = await device();
  await elsewhere.goto(supplier.link);
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'en');
  await openMenu(elsewhere);
  await elsewhere.getByRole('button', { name: 'Español' }).click();
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'es-AR');
});

async function uploadOwn(page: Page, tab: Page, supplier: Awaited<ReturnType<typeof newSupplier>>) {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: text('certificate.requestFile') }).click();
  const file = await (await download).path();
  const { alias } = await supplier.request();
  const certificate = await createLiveCertificate(tab, { alias, file, cuit: supplier.cuit });
  await press(page, 'certificate.done');
  await page.locator('input[type=file]').setInputFiles(certificate.path);
}
