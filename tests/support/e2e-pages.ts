import type { Page } from '@playwright/test';
import type { Environment } from '#lib/authority-environment.ts';
import type { TextKey } from '#lib/i18n.ts';
import type { E2eAlta } from './e2e-alta.ts';
import { newSupplier } from './e2e-supplier.ts';
import { arriveBy, press, text, uploadFile } from './e2e-wizard.ts';

type Visit = (name: string) => Promise<void>;
type Open = (path: string, name: string) => Promise<void>;

/** Leads `page` through every page of the wizard in every distinct state, and calls `visit` at each. */
export async function visitEveryPage(page: Page, alta: E2eAlta, environment: Environment, visit: Visit) {
  const supplier = await newSupplier(alta, environment);
  const { link } = supplier;
  const open: Open = async (path, name) => {
    await page.goto(`${link}${path}`);
    await openDetails(page);
    await visit(name);
  };
  await open('', 'start');
  await supplier.reach('datos');
  await open('', 'details');
  await page.getByLabel(text('details.name', { kind: 'company' })).fill('');
  await pressAndArrive(page, 'details.save');
  await visit('details, error');
  await open('?inicio', 'start, done');
  await supplier.reach('habilitar');
  await open('/habilitar', 'enable');
  await open('/datos', 'details, done');
  await visitSidePages(page, open, visit);
  await supplier.reach('certificado');
  await open('/certificado', 'certificate');
  await open('/habilitar', 'enable, done');
  await supplier.reach('subir');
  await open('/subir', 'upload');
  await open('/certificado', 'certificate, done');
  await page.goto(`${link}/subir`);
  await arriveBy(page, () =>
    page.evaluate(() => document.querySelector<HTMLFormElement>('form[enctype]')?.requestSubmit()),
  );
  await visit('upload, nothing chosen');
  await arriveBy(page, () => uploadFile(page, '<!doctype html><title>Ingresar</title>'));
  await visit('upload, error');
  await supplier.reach('autorizar');
  await open('/autorizar', 'authorise');
  await open('/subir', 'upload, done');
  await page.goto(`${link}/autorizar`);
  await pressAndArrive(page, 'authorise.check');
  await openDetails(page);
  await visit('authorize, error');
  await supplier.authorise();
  await alta.simulator.control.faults({ environment, target: 'wsaa', kind: 'html', count: 1 });
  await pressAndArrive(page, 'proof.tryNow');
  await visit('proof, authority down');
  await pressAndArrive(page, 'proof.tryAgain');
  if (environment === 'live') await visitPointsOfSale(page, alta, supplier, visit);
  await open('/listo', 'done');
  await open('/factura', 'paper data');
  await page.getByLabel(text('paperData.grossIncome')).fill('901');
  await pressAndArrive(page, 'paperData.save');
  await visit('paper data, error');
}

/** Pages linked from every step: for another device, for somebody else, on paper. */
async function visitSidePages(page: Page, open: Open, visit: Visit) {
  await open('/guia', 'whole guide');
  await open('/seguir', 'go on elsewhere');
  await page.getByLabel(text('goOn.email')).fill('ana');
  await pressAndArrive(page, 'goOn.send');
  await visit('go on elsewhere, error');
  await page.getByLabel(text('goOn.email')).fill('ana@tornillo.example');
  await pressAndArrive(page, 'goOn.send');
  await visit('go on elsewhere, mailed');
  await open('/contador', 'hand over');
  await pressAndArrive(page, 'handOver.submit');
  await visit('hand over, error');
  await page.getByLabel(text('handOver.name'), { exact: true }).fill('Marta Gómez');
  await page.getByLabel(text('handOver.whatsapp'), { exact: true }).fill('11 2345-6789');
  await page.getByLabel(text('handOver.email'), { exact: true }).fill('marta@estudio.example');
  await pressAndArrive(page, 'handOver.submit');
  // The mail is queued; the page shows when it has been sent.
  await page.locator('.outcome .icon-check').waitFor();
  await visit('handed over');
  await open('/contador?otra', 'hand over, to one more');
  await page.goBack();
  await pressAndArrive(page, 'handOver.takeBack');
  await visit('taken back');
}

async function visitPointsOfSale(
  page: Page,
  alta: E2eAlta,
  supplier: Awaited<ReturnType<typeof newSupplier>>,
  visit: Visit,
) {
  await visit('points of sale, none');
  await page.getByRole('radio', { name: text('points.exento') }).check();
  await visit('points of sale, one situation');
  await pressAndArrive(page, 'points.later');
  await visit('done, without a point of sale');
  await alta.simulator.control.faults({ environment: 'live', target: 'wsfe', kind: 'http-503', count: 3 });
  await page.goto(`${supplier.link}/puntos-de-venta`);
  await pressAndArrive(page, 'points.check');
  await visit('done, the authority does not list it yet');
  await alta.simulator.control.reset();
  await supplier.addPointOfSale(3);
  await page.goto(`${supplier.link}/puntos-de-venta`);
  await pressAndArrive(page, 'points.check');
}

/** Pages of links that do not work. */
export async function visitClosedPages(page: Page, alta: E2eAlta, visit: Visit) {
  await page.goto(`${alta.origin}/reg/Qk3vT0aZ8mNfX1bYwR7cLdE2gH`);
  await visit('unknown');
  const { link } = await newSupplier(alta, 'expired');
  await page.goto(link);
  await visit('expired');
  await pressAndArrive(page, 'closed.ask');
  await visit('expired, asked');
}

const pressAndArrive = (page: Page, key: TextKey) => arriveBy(page, () => press(page, key));

/** Unfolds all details, because their content counts too. */
async function openDetails(page: Page) {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}
