import type { Page } from '@playwright/test';
import { everyLook, faultsInLooks } from '../support/e2e-axe.ts';
import { mailTo } from '../support/e2e-mail.ts';
import { expect, test } from '../support/e2e-test.ts';
import {
  button,
  expectDone,
  expectNoSidewaysScroll,
  finishStep,
  press,
  text,
} from '../support/e2e-wizard.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const where = (page: Page) => page.locator('[data-poll-text]');
type Place = 'habilitar' | 'certificado' | 'subir' | 'autorizar';
const whereText = (place: Place) => text('goOn.where', { place: text(`goOn.at.${place}`) });
test('the owner hands the link over, follows the helper live and takes it back', {
  tag: '@journey',
}, async ({ page: owner, device, supplierAt }) => {
  const supplier = await supplierAt('live', 'habilitar');
  await owner.goto(`${supplier.link}/contador`);
  await press(owner, 'handOver.submit');
  await expect(owner.getByRole('alert')).toContainText(text('handOver.contact-missing'));
  await owner.getByLabel(text('handOver.name'), { exact: true }).fill('Marta Gómez');
  const address = `marta.${supplier.cuit}@estudio.example`;
  await owner.getByLabel(text('handOver.email'), { exact: true }).fill(address);
  await press(owner, 'handOver.submit');
  await expect(heading(owner)).toContainText('Marta Gómez');
  await expect(owner.getByText(text('handOver.notOpened'))).toBeVisible();
  await expect(where(owner)).toHaveText(whereText('habilitar'));

  const { link, subject } = await mailTo(address);
  expect(subject).toContain('Ferretería El Tornillo');
  await expect(owner.locator('.outcome .icon-check')).toBeVisible();
  expect(link).not.toContain(supplier.path);
  const helper = await device();
  await helper.goto(`${link}/contador`);
  await expect(helper).not.toHaveURL(/contador/);
  await expect(owner.getByText(text('handOver.notOpened'))).toBeVisible();
  await press(helper, 'start.begin');
  await finishStep(helper, 'enable.done');
  await expect(where(owner)).toHaveText(whereText('certificado'));
  await expect(owner.getByText(text('handOver.notOpened'))).toHaveCount(0);

  await owner.getByRole('button', { name: text('handOver.takeBackFrom', { name: 'Marta Gómez' }) }).click();
  await expect(owner.getByText(text('handOver.tookBack'))).toBeVisible();
  const gone = await helper.goto(link);
  expect(gone?.status()).toBe(404);
  await expect(heading(helper)).toHaveText(text('closed.unknown'));
  await owner.getByRole('link', { name: text('handOver.continue') }).click();
  await expect(owner).toHaveURL(new RegExp(`^${supplier.link}/certificado\\b`));
});

test('a mailed link opens elsewhere, and the first page follows it to the end', async ({
  page,
  device,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'autorizar');
  await page.goto(`${supplier.link}/seguir`);
  await expect(page.getByRole('img', { name: text('goOn.code') })).toBeVisible();
  const chat = page.getByRole('link', { name: text('goOn.chat') });
  expect(await chat.getAttribute('href')).toContain(encodeURIComponent(supplier.link));
  const field = page.getByLabel(text('goOn.email'), { exact: true });
  await expect(field).toHaveValue('ana@tornillo.example');
  await field.fill('ana@');
  await press(page, 'goOn.send');
  await expect(page.getByRole('alert')).toContainText(text('goOn.email-invalid'));
  const address = `ana.${supplier.cuit}@tornillo.example`;
  await field.fill(address);
  await press(page, 'goOn.send');
  await expect(page).toHaveURL(`${supplier.link}/seguir`);
  expect(await faultsInLooks(page, everyLook)).toEqual([]);
  const { link } = await mailTo(address);
  expect(link).toBe(supplier.link);

  const elsewhere = await device({ viewport: { width: 360, height: 740 } });
  await elsewhere.goto(`${link}/seguir`);
  await expectNoSidewaysScroll(elsewhere);
  await elsewhere.goto(link);
  await expect(where(page)).toHaveText(whereText('autorizar'));
  await elsewhere.getByRole('link', { name: text('card.byScreen') }).click();
  await button(elsewhere, 'card.done').filter({ visible: true }).click();
  const place = text('goOn.at.autorizar');
  await expect(where(page)).toHaveText(text('goOn.whereScreen', { place, number: 2, total: 2 }));
  await supplier.authorise();
  await finishStep(elsewhere, 'authorise.check');
  await expectDone(elsewhere, supplier);
  await expectDone(page, supplier);
});

test('the link is handed over by WhatsApp and taken back without scripts', async ({ device, supplierAt }) => {
  const supplier = await supplierAt('live', 'habilitar');
  const page = await device({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  await page.goto(`${supplier.link}/contador`);
  await page.getByLabel(text('handOver.name'), { exact: true }).fill('Pablo');
  await page.getByLabel(text('handOver.whatsapp'), { exact: true }).fill('011 15 2345-6789');
  await press(page, 'handOver.submit');
  const chat = page.getByRole('link', { name: text('handOver.chat') });
  const href = (await chat.getAttribute('href')) ?? '';
  expect(href).toMatch(/^https:\/\/wa\.me\/5491123456789\?text=/);
  const link = /https?:\/\/\S+\/reg\/\w+/.exec(decodeURIComponent(href))?.[0] ?? '';
  expect(link).not.toContain(supplier.path);
  const helper = await device();
  expect((await helper.goto(link))?.status()).toBe(200);
  await page.getByRole('button', { name: text('handOver.takeBackFrom', { name: 'Pablo' }) }).click();
  await expect(page.getByText(text('handOver.tookBack'))).toBeVisible();
  await page.getByRole('link', { name: text('handOver.again') }).click();
  await expect(button(page, 'handOver.submit')).toBeVisible();
  expect((await helper.goto(link))?.status()).toBe(404);
});

test('requests for the same mail are limited', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('sandbox', 'habilitar');
  await page.goto(`${supplier.link}/seguir`);
  const address = `eva.${supplier.cuit}@tornillo.example`;
  for (let asked = 0; asked < 4; asked += 1) {
    await page.getByLabel(text('goOn.email'), { exact: true }).fill(address);
    await press(page, 'goOn.send');
  }
  await expect(page.getByRole('alert')).toContainText(text('goOn.too-many-link'));
});
