import { readFile } from 'node:fs/promises';
import type { FrameLocator, Page } from '@playwright/test';
import type { TextKey } from '#lib/i18n.ts';
import {
  addPointOfSale,
  adhereService,
  authoriseInLive,
  createLiveCertificate,
  logIn,
} from '../support/e2e-portal.ts';
import { newSupplier } from '../support/e2e-supplier.ts';
import { expect, test } from '../support/e2e-test.ts';
import { certificateFile, expectStep, portal as labels, text } from '../support/e2e-wizard.ts';

const desktop = { viewport: { width: 1366, height: 768 } } as const;

/** Opens the guide in a window of its own, as wide as a browser makes it. */
async function openBeside(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: text('frame.beside') }).click();
  const side = await opened;
  await side.setViewportSize({ width: 420, height: 760 });
  return side;
}

const headingIn = (guide: FrameLocator | Page) => guide.getByRole('heading', { level: 1 });

async function pressIn(guide: FrameLocator, key: TextKey) {
  await guide
    .getByRole('button', { name: text(key) })
    .filter({ visible: true })
    .click();
}

test('the guide floats beside the portal from the first step to the end, without a change of tab', async ({
  device,
  alta,
}) => {
  const supplier = await newSupplier(alta, 'live');
  const page = await device(desktop);
  await page.goto(supplier.link);
  await page.getByRole('button', { name: text('start.begin') }).click();
  await page.getByLabel(text('details.email')).fill('ana@tornillo.example');
  await page.getByRole('button', { name: text('details.save') }).click();
  await expectStep(page, 'habilitar', supplier);

  const side = await openBeside(page);
  const guide = side.frameLocator('iframe');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('frame.besideOpen'));
  const opened = page.context().waitForEvent('page');
  await guide
    .getByRole('link', { name: text('act.login') })
    .first()
    .click();
  const tab = await opened;
  await logIn(tab, supplier);
  await pressIn(guide, 'card.done');
  await expect(guide.getByRole('heading', { name: text('trips.enable') })).toBeFocused();
  await adhereService(tab, supplier);
  await pressIn(guide, 'card.done');
  await pressIn(guide, 'enable.done');

  await expect(headingIn(guide)).toContainText(text('certificate.heading'));
  const { alias } = await supplier.request();
  const download = side.waitForEvent('download');
  await guide.getByRole('link', { name: text('certificate.requestFile') }).click();
  const file = await (await download).path();
  const certificate = await createLiveCertificate(tab, { alias, file, cuit: supplier.cuit });
  await pressIn(guide, 'certificate.done');
  await guide.locator('input[type=file]').setInputFiles(certificateFile(await readFile(certificate.path)));
  await expect(headingIn(guide)).toContainText(text('authorise.heading'));
  await authoriseInLive(tab, supplier, alias);
  await pressIn(guide, 'card.done');
  await pressIn(guide, 'authorise.check');
  await expect(headingIn(guide)).toContainText(text('points.heading'));
  await addPointOfSale(tab, supplier, { number: 4, system: labels.optionInscripto });
  await pressIn(guide, 'card.done');
  await pressIn(guide, 'points.check');
  await expect(guide.getByText('00004')).toBeVisible();

  await side.close();
  await expect(page).toHaveURL(`${supplier.link}/listo`);
});

test('closing the floating guide leaves the page at the same card', async ({ device, supplierAt }) => {
  const supplier = await supplierAt('live', 'habilitar');
  const page = await device(desktop);
  await page.goto(supplier.link);
  const side = await openBeside(page);
  const guide = side.frameLocator('iframe');
  await pressIn(guide, 'card.done');
  await expect(guide.locator('.current h2')).toHaveText(text('trips.enable'));
  await side.close();
  await expect(page.locator('.current h2')).toHaveText(text('trips.enable'));
  await expect(page.locator('.current h2')).toBeInViewport();
  await expect(page.getByRole('button', { name: text('frame.beside') })).toBeVisible();
});

test('without floating windows the guide opens in a narrow one, and closing that does the same', async ({
  device,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'habilitar');
  const page = await device(desktop);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'documentPictureInPicture'));
  await page.goto(supplier.link);
  const side = await openBeside(page);
  await side
    .getByRole('button', { name: text('card.done') })
    .filter({ visible: true })
    .click();
  await expect(side.locator('.current h2')).toHaveText(text('trips.enable'));
  await side.close();
  await expect(page.locator('.current h2')).toHaveText(text('trips.enable'));
  await expect(page.locator('.current h2')).toBeInViewport();
});

test('the way back to the platform opens outside the guide, where the platform’s page is not refused', async ({
  alta,
  device,
}) => {
  const supplier = await newSupplier(alta, 'branded');
  await supplier.reach('end');
  await supplier.registered();
  const page = await device(desktop);
  await page.goto(supplier.link);
  const back = page.locator('a[href$="/volver"]');
  await expect(back).not.toHaveAttribute('target');
  await page.evaluate(() => {
    window.name = 'guia';
  });
  await page.reload();
  await expect(back).toHaveAttribute('target', '_blank');
});
