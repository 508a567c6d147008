import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  addPointOfSale,
  adhereService,
  authoriseInLive,
  authoriseInSandbox,
  createLiveCertificate,
  createSandboxCertificate,
  logIn,
} from './e2e-portal.ts';
import type { Applicant } from './e2e-supplier.ts';
import { expect } from './e2e-test.ts';
import {
  expectDone,
  expectNoSidewaysScroll,
  expectStep,
  finishStep,
  portal as labels,
  pasteText,
  press,
  text,
  uploadFile,
} from './e2e-wizard.ts';

/** From the e-mailed link to the end, with the portal in a second tab, as the page instructs. */
export async function goThrough(page: Page, applicant: Applicant) {
  await page.goto(applicant.link);
  await goThroughFromStart(page, applicant);
}

/** The same, after the link was opened. */
export async function goThroughFromStart(page: Page, applicant: Applicant) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('start.heading'));
  await expectNoSidewaysScroll(page);
  await press(page, 'start.begin');

  await expectStep(page, 'datos', applicant);
  await page.getByLabel(text('details.email')).fill('ana@tornillo.example');
  await press(page, 'details.save');

  await expectStep(page, 'habilitar', applicant);
  const tab = await openPortal(page);
  await logIn(tab, applicant);
  await adhereService(tab, applicant);
  await finishStep(page, 'enable.done');

  await expectStep(page, 'certificado', applicant);
  const alias = (await page.locator('code[data-copyable]').textContent()) ?? '';
  await (applicant.environment === 'sandbox'
    ? carryTexts(page, tab, applicant, alias)
    : carryFiles(page, tab, applicant, alias));

  await expectStep(page, 'autorizar', applicant);
  await (applicant.environment === 'sandbox'
    ? authoriseInSandbox(tab, { alias, cuit: applicant.cuit })
    : authoriseInLive(tab, applicant, alias));
  await finishStep(page, 'authorise.check');
  if (applicant.environment === 'live') {
    await settlePointsOfSale(page, tab, applicant);
    await expectDone(page, applicant, 'done.headingSoon');
  } else {
    await expectDone(page, applicant);
  }
}

async function openPortal(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page
    .getByRole('link', { name: text('act.login') })
    .first()
    .click();
  return opened;
}

/** WSASS takes pasted text and returns text to copy. */
async function carryTexts(page: Page, tab: Page, applicant: Applicant, alias: string) {
  // On a card that a narrow window does not show yet.
  const csr = await page.getByLabel(text('certificate.csrLabel'), { exact: true }).inputValue();
  const certificate = await createSandboxCertificate(tab, { alias, csr });
  await finishStep(page, 'certificate.done');
  await expectStep(page, 'subir', applicant);
  await pasteText(page, certificate);
}

/** Production takes the request as a file and returns the certificate as a file. */
async function carryFiles(page: Page, tab: Page, applicant: Applicant, alias: string) {
  const { cuit } = applicant;
  const fileName = `solicitud-${cuit}-${alias}.csr`;
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: text('certificate.requestFile') }).click();
  const request = await download;
  expect(request.suggestedFilename()).toBe(fileName);
  const file = await request.path();
  const certificate = await createLiveCertificate(tab, { alias, file, cuit });
  expect(certificate.name).toMatch(/\.crt$/);
  await finishStep(page, 'certificate.done');
  await expectStep(page, 'subir', applicant);
  await uploadFile(page, await readFile(certificate.path));
}

async function settlePointsOfSale(page: Page, tab: Page, applicant: Applicant) {
  await expectStep(page, 'puntos-de-venta', applicant);
  // On a card that a narrow window does not show yet.
  await expect(page.locator('input[name=situacion]:checked')).toHaveValue('inscripto');
  await addPointOfSale(tab, applicant, { number: 4, system: labels.optionInscripto });
  await finishStep(page, 'points.check');
  await expect(page.getByText('00004')).toBeVisible();
}
