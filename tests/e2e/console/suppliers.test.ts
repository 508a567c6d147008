import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { formatCuit } from '#lib/documents/cuit.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { button, words } from '#tests/support/e2e-console.ts';
import { at, expectFits, expectHeading, makeSupplier } from '#tests/support/e2e-entries.ts';
import { openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { classA } from '#tests/support/invoices.ts';

test('a workspace without suppliers shows the first step and leads there', async ({ page, alta }) => {
  await openAsOwner(page, alta, at(alta, '/suppliers'));
  await page.getByRole('button', { name: /Facturas del Sur Pruebas/ }).click();
  await page.getByRole('menuitem', { name: words('shell.workspaces.new') }).click();
  await page.getByLabel(words('shell.workspaces.name')).fill('Sin nadie');
  await button(page, 'shell.workspaces.create').click();
  await expect(page).toHaveURL(/\/w\/sin-nadie[^/]*$/);
  await page.goto(`${page.url()}/suppliers`);
  await expect(page.getByRole('heading', { name: words('suppliers.list.noneTitle') })).toBeVisible();
  await page.getByRole('link', { name: words('suppliers.list.new') }).click();
  await expectHeading(page, words('suppliers.new.title'));
});

test('a supplier is found by its name and its CUIT, and its row leads to it', async ({ page, alta }) => {
  const word = `Ñandú${randomUUID().slice(0, 8)}`;
  const supplier = await makeSupplier(alta, { name: `Panadería ${word} S.R.L.` });
  await makeSupplier(alta, { name: `Otra ${word}` });
  await openAsOwner(page, alta, at(alta, '/suppliers'));
  const search = page.getByRole('main').getByLabel(words('suppliers.list.search'));
  await search.focus();
  await page.keyboard.type(`nandu${word.slice(5)} pana`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?q=/);
  const rows = page.getByRole('row').filter({ hasText: word });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(formatCuit(supplier.cuit));
  await expect(rows).toContainText(words('entry.states.empty'));

  await search.fill(formatCuit(supplier.cuit).slice(0, 8));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?q=30-/);
  await expect(page.getByRole('row').filter({ hasText: supplier.name })).toBeVisible();
  // Beside the words of the name: all of the row is its link.
  await page
    .getByRole('row')
    .filter({ hasText: supplier.name })
    .click({ position: { x: 60, y: 8 } });
  await expectHeading(page, supplier.name);
  await page.goBack();
  await expect(search).toHaveValue(formatCuit(supplier.cuit).slice(0, 8));
});

test('a search typed before the scripts arrive stays and is found', async ({ page, alta }) => {
  const supplier = await makeSupplier(alta, { name: `Enseguida ${randomUUID()}` });
  await openAsOwner(page, alta, at(alta, '/suppliers'));
  const scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(page.url(), { waitUntil: 'commit' });
  const search = page.getByRole('main').getByLabel(words('suppliers.list.search'));
  await search.fill(supplier.cuit);
  scripts.resolve();
  await page.waitForLoadState('networkidle');
  await expect(search).toHaveValue(supplier.cuit);
  await search.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: supplier.name })).toBeVisible();
});

test('the list is filtered by state, and an empty result leads back to all', async ({ page, alta }) => {
  await makeSupplier(alta, { name: 'De la lista' });
  await openAsOwner(page, alta, at(alta, '/suppliers'));
  const state = page.getByRole('main').getByLabel(words('suppliers.list.state'));
  const registered = state.getByRole('option', { name: words('entry.states.registered'), exact: true });
  await expect(registered).toHaveCount(1);
  await expect(state.getByRole('option', { name: words('entry.states.paid') })).toHaveCount(0);
  // No test of this worker's workspace has rejected one.
  await state.selectOption('rejected');
  await expect(page).toHaveURL(/state=rejected/);
  await expect(page.getByRole('heading', { name: words('suppliers.list.nothingTitle') })).toBeVisible();
  await page.getByRole('link', { name: words('suppliers.list.clear') }).click();
  await expect(page.getByRole('row')).not.toHaveCount(0);
  await expect(state).toHaveValue('');
  for (const odd of ['?state=nonsense', '?cursor=nonsense', '?q=%00&q=b', `?q=${'x'.repeat(3_000)}`]) {
    expect((await page.goto(`${alta.origin}${at(alta, '/suppliers')}${odd}`))?.status()).toBe(200);
    await expectHeading(page, words('suppliers.list.title'));
  }
});

test('a long list continues, and leads back to its beginning', async ({ page, alta }) => {
  const word = `Largo${randomUUID().slice(0, 8)}`;
  for (let number = 1; number <= 27; number += 1) await makeSupplier(alta, { name: `${word} ${number}` });
  await openAsOwner(page, alta, at(alta, `/suppliers?q=${word}`));
  const pages = page.getByRole('navigation', { name: words('shell.lists.pages') });
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(25);
  await pages.getByRole('link', { name: words('shell.lists.next') }).click();
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(2);
  await expect(page.getByRole('row').filter({ hasText: `${word} 1` })).not.toHaveCount(0);
  await pages.getByRole('link', { name: words('shell.lists.first') }).click();
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(25);
  await page.goBack();
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(2);
});

test('the menu of a row copies the CUIT and leads to the document', async ({ page, alta }) => {
  const supplier = await makeSupplier(alta, { name: `Menú ${randomUUID()}` });
  await openAsOwner(page, alta, at(alta, `/suppliers?q=${supplier.cuit}`));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const menu = page.getByRole('button', { name: words('suppliers.menu.label', { name: supplier.name }) });
  await menu.click();
  await page.getByRole('menuitem', { name: words('suppliers.menu.copyCode') }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(supplier.cuit);
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: words('suppliers.menu.edit') }).press('Enter');
  await expectHeading(page, words('entry.edit.title', { name: supplier.name }));
});

test('a hostile name is only text and breaks nothing', async ({ page, alta }) => {
  const mark = randomUUID().slice(0, 8);
  const script = `${mark} <script>document.title='taken'</script><img src=x onerror=alert(1)>`;
  const name = `${script} \u202Eetalpmet\u2066 {name} <b> ${'W'.repeat(360)}`;
  const { id } = await makeSupplier(alta, { name });
  await openAsOwner(page, alta, at(alta, `/suppliers?q=${mark}`));
  for (const width of [320, 768, 1280]) {
    await expectFits(page, width);
  }
  await expect(page.getByText(script)).toBeVisible();
  for (const below of ['', '/meta', '/jobs', '/files', '/edit']) {
    await page.goto(`${alta.origin}${at(alta, `/entries/${id}${below}`)}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await expectFits(page, 320);
  }
  await expect(page).not.toHaveTitle('taken');
});

test('the list loads less than 300 KB of scripts and no editor', async ({ page, alta }) => {
  await openAsOwner(page, alta, at(alta, '/suppliers'));
  await page.waitForLoadState('networkidle');
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  await page.goto(`${alta.origin}${at(alta, '/suppliers')}`, { waitUntil: 'networkidle' });
  const sources = await Promise.all(scripts);
  const bytes = sources.reduce((total, source) => total + gzipSync(source).byteLength, 0);
  expect(bytes).toBeLessThan(300 * 1_024);
  expect(sources.some((source) => source.includes('cm-editor'))).toBe(false);
});

test('a search applies after a pause, keeps the focus, and Back leads to the whole list', async ({
  page,
  alta,
}) => {
  const word = `Pausa${randomUUID().slice(0, 8)}`;
  await makeSupplier(alta, { name: `${word} S.A.` });
  await openAsOwner(page, alta, at(alta, '/suppliers'));
  const search = page.getByRole('main').getByLabel(words('suppliers.list.search'));
  await search.pressSequentially(word);
  await expect(page).toHaveURL(new RegExp(`q=${word}$`));
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(1);
  await expect(search).toBeFocused();
  await search.press('Backspace');
  await expect(page).toHaveURL(new RegExp(`q=${word.slice(0, -1)}$`));
  await page.goBack();
  await expect(page).toHaveURL(/\/suppliers$/);
  await expect(search).toHaveValue('');
});

test('the number of rows is part of the address and remembered', async ({ page, alta }) => {
  const word = `Filas${randomUUID().slice(0, 8)}`;
  for (let number = 1; number <= 27; number += 1) await makeSupplier(alta, { name: `${word} ${number}` });
  await openAsOwner(page, alta, at(alta, `/suppliers?q=${word}`));
  const pages = page.getByRole('navigation', { name: words('shell.lists.pages') });
  const rows = page.getByRole('row').filter({ hasText: word });
  await expect(pages).toContainText(words('shell.lists.count', { count: '27' }));
  await pages.getByRole('link', { name: words('shell.lists.rowsPerPage', { rows: '50' }) }).click();
  await expect(page).toHaveURL(/rows=50/);
  await expect(rows).toHaveCount(27);
  await page.goto(`${alta.origin}${at(alta, `/suppliers?q=${word}`)}`);
  await expect(rows).toHaveCount(27);
  await page.goto(`${alta.origin}${at(alta, `/suppliers?q=${word}&rows=25`)}`);
  await expect(rows).toHaveCount(25);
});

test('keys move from row to row, select and open, and ? shows them', async ({ page, alta }) => {
  const word = `Teclas${randomUUID().slice(0, 8)}`;
  for (const name of ['uno', 'dos']) await makeSupplier(alta, { name: `${word} ${name}` });
  await openAsOwner(page, alta, at(alta, `/suppliers?q=${word}`));
  const row = (name: string) => page.getByRole('link', { name: `${word} ${name}` });
  await page.keyboard.press('j');
  await expect(row('dos')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(row('uno')).toBeFocused();
  await page.keyboard.press('k');
  await expect(row('dos')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(
    page.getByRole('button', { name: words('suppliers.menu.label', { name: `${word} dos` }) }),
  ).toBeFocused();
  await page.keyboard.press('x');
  await expect(
    page.getByRole('checkbox', { name: words('shell.choice.row', { name: `${word} dos` }) }),
  ).toBeChecked();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: words('shell.keys.title') });
  await expect(sheet).toContainText(words('shell.keys.actions.select'));
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  const search = page.getByRole('main').getByLabel(words('suppliers.list.search'));
  await search.fill('');
  await search.pressSequentially('jkx?');
  await expect(search).toHaveValue('jkx?');
  await search.fill(word);
  await expect(row('dos')).toBeVisible();
  await search.blur();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expectHeading(page, `${word} dos`);
});

test('on a phone the first row is in view and the filters open on request', async ({
  page,
  alta,
  supplierAt,
}) => {
  await makeSupplier(alta, { name: 'De teléfono S.A.' });
  await supplierAt('sandbox', 'subir');
  const call = apiClient(alta.origin, alta.seeded.sandbox.apiKey);
  await call('POST', '/silo/v1/entries', { folder: 'invoices', data: classA() });
  await page.setViewportSize({ width: 390, height: 844 });
  await openAsOwner(page, alta, at(alta, '/suppliers'));
  const state = page.getByRole('main').getByLabel(words('suppliers.list.state'));
  await expect(state).toBeHidden();
  await button(page, 'shell.lists.filters').click();
  await state.selectOption('empty');
  await expect(page).toHaveURL(/state=empty/);
  for (const list of ['/suppliers', '/invoices', '/jobs', '/registrations']) {
    await page.goto(`${alta.origin}${at(alta, list)}`);
    await expect(page.getByRole('row').nth(1)).toBeInViewport();
  }
});
