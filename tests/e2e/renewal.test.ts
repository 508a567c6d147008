import { readFile } from 'node:fs/promises';
import { issueInvoice } from '../support/e2e-invoice.ts';
import { mailTo } from '../support/e2e-mail.ts';
import { addLiveCertificate, adhereService, logIn } from '../support/e2e-portal.ts';
import type { Supplier } from '../support/e2e-supplier.ts';
import { expect, test } from '../support/e2e-test.ts';
import {
  button,
  expectNoSidewaysScroll,
  finishStep,
  press,
  text,
  uploadFile,
} from '../support/e2e-wizard.ts';

const daySeconds = 86_400;

test('a certificate near its end is renewed by the short path and signs until the next is proved', {
  tag: '@journey',
}, async ({ device, alta, supplierAt }) => {
  const supplier = await supplierAt('live', 'subir');
  const { alias } = await supplier.request();
  const { clock, faults, reset } = alta.simulator.control;
  // Of two years' term, of which fifty days are left.
  await clock(-681 * daySeconds);
  const old = await supplier.issue();
  await clock(0);
  await supplier.upload(old);
  await supplier.authorise();
  await supplier.addPointOfSale(1);
  await supplier.confirm();
  await supplier.registered();
  const first = await activeCertificate(supplier);

  const address = `ana.${supplier.cuit}@tornillo.example`;
  await mailLink(supplier, address);
  const { link, subject } = await mailTo(address);
  expect(subject).toContain('renovar');
  const page = await device({ viewport: { width: 1366, height: 768 } });
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('start.headingRenew'));
  await press(page, 'start.begin');
  await expect(page).toHaveURL(`${link}/certificado`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    text('frame.step', { step: 1, total: 2 }),
  );
  await expectNoSidewaysScroll(page);
  await expect(page.getByText(alias).first()).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: text('certificate.requestFile') }).click();
  const file = await (await download).path();
  const tab = await device();
  await logIn(tab, supplier);
  await adhereService(tab, supplier);
  const certificate = await addLiveCertificate(tab, { alias, file, cuit: supplier.cuit });
  expect(certificate.name).toContain(alias);
  await finishStep(page, 'certificate.done');
  await expect(page).toHaveURL(`${link}/subir`);

  // What is uploaded and not proved signs nothing: the authority does not answer just now.
  // Until it is over, or somebody else's login could meet it instead.
  await faults({ environment: 'live', target: 'wsaa', kind: 'html', count: -1 });
  await uploadFile(page, await readFile(certificate.path));
  await expect(page).toHaveURL(`${link}/comprobacion`);
  expect(await activeCertificate(supplier)).toEqual(first);
  expect((await issueInvoice(supplier, '1')).doc.code).toBe('1');
  await reset();
  await button(page, 'proof.tryAgain').click();
  await expect(page).toHaveURL(`${link}/listo`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    text('done.headingRenewed', { name: 'Ferretería El Tornillo S.R.L.' }),
  );
  const next = await activeCertificate(supplier);
  expect(next).toMatchObject({ alias, holder_cuit: supplier.cuit });
  expect(Date.parse(next.not_after)).toBeGreaterThan(Date.parse(first.not_after));
  expect((await issueInvoice(supplier, '1')).doc.code).toBe('2');
});

const activeCertificate = async ({ call, entry }: Supplier) =>
  (await call('GET', `/apps/gov-ar/v1/entry/${entry}/registration`)).body.active_certificate;

/** What the integrator runs on a supplier whose certificate is about to end, and who is to hear of it by mail. */
async function mailLink({ call, entry }: Supplier, to: string) {
  const template = { template: 'ar-supplier-registration', name: 'Renewal' };
  const { body: made } = await call('POST', '/transform/v1/workflows', template);
  const steps = made.steps.flatMap((step: { provider: string }) =>
    step.provider === 'gov-ar.register' ? [step, { provider: 'email.link', config: { to } }] : [step],
  );
  await call('PATCH', `/transform/v1/workflows/${made.id}`, { version: made.version, steps });
  await call('POST', '/transform/v1/jobs', { workflow_id: made.id, silo_entry_id: entry });
}
