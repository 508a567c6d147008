import type { Page } from '@playwright/test';
import { formatCuit } from '#lib/documents/cuit.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { accessibilityFaults, words } from '#tests/support/e2e-console.ts';
import { at, makeSupplier } from '#tests/support/e2e-entries.ts';
import { openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { classA } from '#tests/support/invoices.ts';

const option = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('option', { name });

/** Opens the search by its key, types, and is led there by Enter. */
async function openBy(page: Page, key: string, text: string, name: string | RegExp) {
  await page.keyboard.press(key);
  await expect(page.getByRole('combobox', { name: words('shell.search.field') })).toBeFocused();
  await page.keyboard.type(text);
  await expect(option(page, name).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('the keyboard alone finds a supplier by CUIT, an invoice by CAE and a page by name', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  const call = apiClient(alta.origin, alta.seeded.sandbox.apiKey);
  const workflow = (await call('POST', '/transform/v1/workflows', { template: 'ar-invoice' })).body.id;
  const { issue_date: _, ...invoice } = classA({
    supplier: { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: supplier.cuit } },
  });
  const { id } = (await call('POST', '/silo/v1/entries', { folder: 'invoices', data: invoice })).body;
  await call('POST', '/transform/v1/jobs', { workflow_id: workflow, silo_entry_id: id });
  const { body } = await eventually(
    () => call('GET', `/silo/v1/entries/${id}`),
    (answer) => answer.body.state === 'sent',
  );
  const stamps: { prv: string; val: string }[] = body.stamps ?? body.data?.head?.stamps ?? [];
  const cae = stamps.find(({ prv }) => prv === 'arca-cae')?.val ?? '';
  expect(cae).toMatch(/^\d{14}$/);
  await makeSupplier(alta, { name: 'Buscada en producción', environment: 'live' });

  await openAsOwner(page, alta, at(alta, ''));
  await openBy(page, '/', formatCuit(supplier.cuit), new RegExp(formatCuit(supplier.cuit)));
  await expect(page).toHaveURL(`${alta.origin}${at(alta, `/entries/${supplier.entry}`)}`);

  await openBy(page, 'ControlOrMeta+k', cae, /^Factura A 00003-00000001/);
  await expect(page).toHaveURL(`${alta.origin}${at(alta, `/entries/${id}`)}`);
  await expect(page.getByRole('heading', { level: 1, name: /00003-00000001/ })).toBeVisible();

  await test.step('a total, the first digits of the CAE and a code of ARCA find it with one search each', async () => {
    const total = Number(body.data?.doc?.totals?.payable ?? body.data?.totals?.payable);
    const written = total.toLocaleString('es-AR', { minimumFractionDigits: 2 });
    for (const text of [written, `$ ${written}`, cae.slice(0, 6)]) {
      await openBy(page, '/', text, /^Factura A 00003-00000001/);
      await expect(page).toHaveURL(`${alta.origin}${at(alta, `/entries/${id}`)}`);
    }
    await openBy(page, '/', '10016', /ARCA-10016: ./);
    await expect(page).toHaveURL(/\/invoices\?reason=/);
  });

  await test.step('the right arrow key shows the actions of a result, and the left one leads back', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type(cae);
    await expect(option(page, /^Factura A 00003-00000001/)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(option(page, words('shell.search.on.credit'))).toBeVisible();
    expect(await accessibilityFaults(page, 'search')).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await expect(option(page, words('shell.search.on.credit'))).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`corrects=${id}&type=credit-note`));
  });

  await openBy(page, '/', 'activ', words('shell.nav.activity'));
  await expect(page).toHaveURL(`${alta.origin}${at(alta, '/activity')}`);

  await test.step('results that no longer match disappear, also several of one page', async () => {
    await page.keyboard.press('/');
    await expect(option(page, words('shell.search.acts.newApiKey'))).toBeVisible();
    await page.keyboard.type('activ');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveText([words('shell.nav.activity')]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the page opened last comes first', async () => {
    await page.keyboard.press('/');
    const recent = page.getByRole('group', { name: words('shell.search.groups.recent') });
    await expect(recent.getByRole('option').first()).toHaveAccessibleName(/00003-00000001/);
    await expect(recent.getByRole('option').nth(1)).toHaveAccessibleName(/Tornillo/);
    expect(await accessibilityFaults(page, 'search')).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${alta.origin}${at(alta, `/entries/${supplier.entry}`)}`);
  });

  await test.step('matches in the other environment are counted and one step away', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('buscada produccion');
    const elsewhere = page.getByRole('dialog').getByRole('link', { name: /^1 / });
    await elsewhere.click();
    await expect(page).toHaveURL(new RegExp(at(alta, '/search', 'live')));
    await expect(page.getByRole('main').getByRole('link', { name: /Buscada/ })).toBeVisible();
    expect(await accessibilityFaults(page, 'search')).toEqual([]);
  });
});
