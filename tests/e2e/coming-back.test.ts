import type { Page } from '@playwright/test';
import {
  adhereService,
  createSandboxCertificate,
  fillSandboxCertificate,
  logIn,
} from '../support/e2e-portal.ts';
import { expect, test } from '../support/e2e-test.ts';
import {
  arriveBy,
  button,
  expectDone,
  expectRejection,
  expectStep,
  openMenu,
  pasteText,
  press,
  text,
  uploadFile,
} from '../support/e2e-wizard.ts';

test('another device continues at the first open step', async ({ device, supplierAt }) => {
  const supplier = await supplierAt('sandbox');
  const slugs = ['datos', 'habilitar', 'certificado', 'subir', 'autorizar'] as const;
  for (const slug of slugs) {
    await supplier.reach(slug);
    const page = await device({ javaScriptEnabled: false });
    await page.goto(supplier.link);
    await expectStep(page, slug, supplier);
    const welcome = page
      .getByRole('status')
      .filter({ hasText: text('frame.welcome', { step: 2, total: 5 }).split('.')[0] ?? '' });
    await expect(welcome).toBeVisible();
  }
});

/** How many forms the tab has sent so far. */
function countForms(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') count += 1;
  });
  return () => count;
}

test('Back and Forward show pages and send nothing again', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('live');
  const sent = countForms(page);
  await page.goto(supplier.link);
  await press(page, 'start.begin');
  await page.getByLabel(text('details.email')).fill('ana@tornillo.example');
  await press(page, 'details.save');
  await press(page, 'enable.done');
  await expectStep(page, 'certificado', supplier);
  const before = sent();
  await page.goBack();
  await expectStep(page, 'habilitar', supplier);
  await page.goBack();
  await expectStep(page, 'datos', supplier);
  await expect(page.getByLabel(text('details.email'))).toHaveValue('ana@tornillo.example');
  await page.goForward();
  await page.goForward();
  await expectStep(page, 'certificado', supplier);
  expect(sent()).toBe(before);
});

test('Back to a page that refused an upload shows it and sends nothing again', async ({
  page,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'subir');
  await page.goto(supplier.link);
  const sent = countForms(page);
  await arriveBy(page, () => uploadFile(page, 'Hola'));
  await expectRejection(page, 'AR-ARCH-06');
  await page.getByRole('link', { name: text('frame.back') }).click();
  await expectStep(page, 'certificado', supplier);
  await page.goBack();
  await expectStep(page, 'subir', supplier);
  await expectRejection(page, 'AR-ARCH-06');
  expect(sent()).toBe(1);
});

test('a finished step opens again from the list of steps and from the first page', async ({
  page,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'subir');
  await page.goto(supplier.link);
  await openMenu(page);
  await page
    .getByRole('navigation', { name: text('frame.steps') })
    .getByRole('link', { name: text('steps.datos') })
    .click();
  await expectStep(page, 'datos', supplier);
  await page.getByRole('link', { name: text('frame.back') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('start.heading'));
  await press(page, 'start.resume');
  await expectStep(page, 'subir', supplier);
});

test('faults in the details are shown beside the typed values', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('sandbox', 'datos');
  await page.goto(supplier.link);
  await page.getByLabel(text('details.name', { kind: 'company' })).fill('');
  await page.getByLabel(text('details.email')).fill('ana arroba tornillo');
  await press(page, 'details.save');
  await expectStep(page, 'datos', supplier);
  await expect(page).toHaveTitle(new RegExp(`^${text('errors.prefix')}`));
  const summary = page.getByRole('alert');
  await expect(summary.getByRole('link')).toHaveCount(2);
  await summary.getByRole('link', { name: text('details.email-invalid') }).click();
  await expect(page.getByLabel(text('details.email'))).toBeFocused();
  await expect(page.getByLabel(text('details.email'))).toHaveValue('ana arroba tornillo');
});

test('an existing alias is replaced, and a certificate of the old request still counts', async ({
  page,
  device,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'certificado');
  const first = await supplier.request();
  await supplier.issue();
  const tab = await device();
  await logIn(tab, supplier);
  await adhereService(tab, supplier);
  await tab.goto(`${supplier.portal}/wsass/nuevo-certificado`);
  await fillSandboxCertificate(tab, first);
  await expect(tab.getByRole('alert')).toContainText('El ALIAS ya existe');

  await page.goto(supplier.link);
  await page.getByText(text('certificate.trouble')).click();
  await press(page, 'certificate.startAgain');
  await expectStep(page, 'certificado', supplier);
  const said = page.getByRole('status').filter({ hasText: 'Tu alias nuevo es' });
  await expect(said).toBeVisible();
  const alias = await page.locator('code[data-copyable]').textContent();
  expect(alias).not.toBe(first.alias);

  await tab.goto(supplier.portal);
  const certificate = await createSandboxCertificate(tab, { alias: alias ?? '', csr: first.csr });
  await press(page, 'certificate.done');
  await pasteText(page, certificate);
  await expectStep(page, 'autorizar', supplier);
});

test('two tabs that finish at once both end on the last page, with one login', async ({
  page,
  device,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'autorizar');
  await supplier.authorise();
  const other = await device();
  await page.goto(supplier.link);
  await other.goto(supplier.link);
  const before = await alta.simulator.control.stats();
  await Promise.all([press(page, 'authorise.check'), press(other, 'authorise.check')]);
  await expectDone(page, supplier);
  await expectDone(other, supplier);
  const after = await alta.simulator.control.stats();
  expect(after.sandbox.wsaa_requests - before.sandbox.wsaa_requests).toBe(1);
});

test('a page left open while another tab finished leads to the last page', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('sandbox', 'autorizar');
  await page.goto(`${supplier.link}/certificado`);
  await supplier.reach('end');
  await button(page, 'certificate.done').click();
  await expectDone(page, supplier);
});
