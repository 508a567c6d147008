import type { Page } from '@playwright/test';
import { formatCuit } from '#lib/documents/cuit.ts';
import { newCompany } from '#tests/support/e2e-company.ts';
import { button, words } from '#tests/support/e2e-console.ts';
import {
  codeOf,
  expectHeading,
  replaceCode,
  save,
  showForm,
  showJson,
  textOf,
} from '#tests/support/e2e-entries.ts';
import { openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { portal as labels } from '#tests/support/e2e-wizard.ts';
import { newCuit } from '#tests/support/new-cuit.ts';

const delegate = (key: string, values?: Record<string, string>) =>
  words(`configuration.apps.delegate.${key}`, values);
const settings = (slug: string) => `/w/${slug}/configuration/apps/gov-ar#delegate`;
const sectionOf = (page: Page) => page.getByRole('region', { name: delegate('title') });

test('a registered company is chosen as the platform, with what its certificate still lacks', async ({
  page,
  alta,
}) => {
  const { slug, company, alias } = await newCompany(alta, 'sandbox');
  await openAsOwner(page, alta, settings(slug));
  const section = sectionOf(page);
  await section.getByLabel(delegate('who')).selectOption(company.entry);
  const hours = section.getByLabel(delegate('hours'));
  await hours.fill('500');
  await button(page, 'configuration.apps.delegate.save').click();
  await expect(section.getByText(delegate('faults.hours'))).toBeVisible();
  await hours.fill('24');
  await button(page, 'configuration.apps.delegate.save').click();
  await expect(page.getByText(delegate('saved'))).toBeVisible();
  await page.reload();
  await expect(section.getByLabel(delegate('who'))).toHaveValue(company.entry);
  await expect(hours).toHaveValue('24');

  const service = (name: string) => section.getByRole('listitem').filter({ hasText: name }).first();
  const register = service('ws_sr_constancia_inscripcion');
  await expect(service('wsfe')).toContainText(delegate('services.statuses.authorised'));
  await expect(register).toContainText(delegate('services.statuses.unasked'));
  await button(page, 'configuration.apps.delegate.services.check').click();
  await expect(register).toContainText(delegate('services.statuses.not-authorised'));
  await expect(register).toContainText(labels.createAuthorisation);
  await expect(register).toContainText(alias);
});

test('pending delegations are listed with their next step and verified, and lost ones are marked', async ({
  page,
  alta,
}) => {
  test.setTimeout(150_000);
  // Minutes pass at the authority alone, whose tickets are not to be of our future.
  const { clock } = alta.simulator.control;
  await clock(-6 * 60);
  const platform = await newCompany(alta, 'live');
  const { slug, company } = platform;
  await openAsOwner(page, alta, `/w/${slug}/delegations`);
  await expect(page.getByRole('heading', { name: words('delegations.nobody.title') })).toBeVisible();
  await platform.name();
  const [first, second] = [await platform.newDelegator(), await platform.newDelegator()];
  await page.reload();
  const rows = page.getByRole('row').filter({ has: page.getByRole('button') });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(formatCuit(first.cuit));
  await expect(rows.first()).toContainText(formatCuit(company.cuit));
  const acts = page.getByRole('region', { name: words('delegations.acts.title') });
  await expect(acts).toContainText(labels.acceptance);
  await expect(acts).toContainText(platform.alias);
  await rows
    .first()
    .getByRole('button', { name: words('delegations.verify') })
    .click();
  await expect(rows.first()).toContainText(words('delegations.answers.not-granted'));

  for (const supplier of [first, second]) await platform.accept(supplier);
  await clock(-3 * 60);
  // A ticket is kept for a second here, which may be longer than both acts took: then it is asked again.
  await expect(async () => {
    await button(page, 'delegations.verifyAll').click({ timeout: 2_000 });
    const none = page.getByRole('heading', { name: words('delegations.noneWaiting.title') });
    await expect(none).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await first.registered();

  await platform.takeBack(first);
  await clock(0);
  await openAsOwner(page, alta, `/w/${slug}/entries/${first.entry}`);
  const registration = page.getByRole('region', { name: words('entry.registration.title') });
  await expect(registration).toContainText(words('entry.registration.steps.grantedAt'));
  await expect(async () => {
    await registration.getByRole('button', { name: words('delegations.verify') }).click({ timeout: 2_000 });
    const lost = words('entry.registration.stateByDelegation.lost');
    await expect(registration).toContainText(lost, { timeout: 5_000 });
  }).toPass();
  await openAsOwner(page, alta, `/w/${slug}/delegations?list=lost`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(formatCuit(first.cuit));
  await expect(rows).toContainText(words('delegations.again'));
});

test('the register fills in a new supplier and a new invoice, never over typed values', async ({
  page,
  alta,
}) => {
  const platform = await newCompany(alta, 'sandbox');
  const { slug } = platform;
  const cuit = newCuit('30');
  await alta.simulator.addTaxpayer('sandbox', {
    cuit,
    name: 'PAPELERA DEL NORTE S.A.',
    vat_status: 'exempt',
  });
  const register = page.locator('[data-answer]');
  const type = (document: object) => replaceCode(page, JSON.stringify(document));
  const fill = () => button(page, 'suppliers.register.fill').click();

  await openAsOwner(page, alta, `/w/${slug}/suppliers/new`);
  await type({ name: '', tax_id: { country: 'AR', code: cuit } });
  await expect(register.getByRole('link')).toHaveAttribute('href', settings(slug));
  await platform.name();
  await platform.authoriseRegister();

  await page.reload();
  const stored = page.getByLabel(words('suppliers.editor.fields.name'), { exact: true });
  // The answer comes with the page's script, which shows the view chosen last. A press before it would be undone.
  await expect(register).toContainText('PAPELERA DEL NORTE S.A.');
  await showForm(page);
  await stored.fill('Papelera de Ana');
  await fill();
  await expect(stored).toHaveValue('Papelera de Ana');
  await expect(page.getByLabel(`${words('suppliers.editor.fields.street')} 1`)).not.toHaveValue('');
  await save(page);
  await expectHeading(page, 'Papelera de Ana');
  expect(JSON.parse((await page.locator('pre').textContent()) ?? '')).toMatchObject({
    ext: { 'ar-arca-vat-status': '4' },
  });

  await openAsOwner(page, alta, `/w/${slug}/invoices/new`);
  await showJson(page);
  await expect(codeOf(page)).toBeVisible();
  const example = words('invoices.new.example.customer');
  await type({ customer: { name: example, tax_id: { country: 'AR', code: formatCuit(cuit) } } });
  await expect(register).toContainText('PAPELERA DEL NORTE S.A.');
  await fill();
  await expect.poll(() => textOf(page)).toContain('"name": "PAPELERA DEL NORTE S.A."');
  await expect.poll(() => textOf(page)).toContain('"ar-arca-vat-status": "4"');
  await expect(button(page, 'suppliers.register.fill')).toBeHidden();

  const nobody = newCuit('30');
  await alta.simulator.addTaxpayer('sandbox', { cuit: nobody, exists: false });
  await type({ customer: { name: example, tax_id: { country: 'AR', code: nobody } } });
  await expect(page.getByText(words('suppliers.register.none', { cuit: formatCuit(nobody) }))).toBeVisible();
});
