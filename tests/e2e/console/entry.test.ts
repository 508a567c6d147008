import type { Page } from '@playwright/test';
import { catalogues } from '#lib/i18n.ts';
import { alertOf, button, words } from '#tests/support/e2e-console.ts';
import { at, expectHeading, makeSupplier } from '#tests/support/e2e-entries.ts';
import { newWorkspaceWithoutApp, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

const tabOf = (page: Page, name: 'files' | 'activity' | 'jobs' | 'meta') =>
  page
    .getByRole('navigation', { name: words('entry.tabs.label') })
    .getByRole('link', { name: words(`entry.tabs.${name}`), exact: true });

test('a workflow is run, its link is on the page, and the wizard moves the steps', async ({
  device,
  alta,
}) => {
  const [page, supplier] = [await device(), await device()];
  const { id, name } = await makeSupplier(alta, { name: 'Río Negro S.A.' });
  const path = at(alta, `/entries/${id}`);
  await openAsOwner(page, alta, path);
  const registration = page.getByRole('region', { name: words('entry.registration.title') });
  await expect(registration).toContainText(words('entry.registration.none'));
  await button(page, 'entry.run.open').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: words('entry.run.submit') }).click();
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}$/);

  await page.goto(`${alta.origin}${path}`);
  await tabOf(page, 'meta').click();
  await expect(page).toHaveURL(`${alta.origin}${path}/meta`);
  const link = page.getByRole('link', { name: words('contact.link.open') });
  await expect(link).toBeVisible({ timeout: 30_000 });
  const current = registration.locator('[aria-current=step]');
  await expect(current).toContainText(words('entry.registration.steps.startedAt'));

  await supplier.goto((await link.getAttribute('href')) ?? '');
  await supplier.getByRole('button', { name: catalogues['es-AR'].start.begin }).click();
  await expect(supplier).toHaveURL(/\/datos$/);
  // Without a reload: the page looks again by itself while a job is on its way.
  await expect(current).toContainText(words('entry.registration.steps.detailsConfirmedAt'), {
    timeout: 30_000,
  });
  await tabOf(page, 'jobs').click();
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: words('jobs.statuses.QUEUED') }),
  ).toBeVisible();
  await tabOf(page, 'activity').click();
  await expect(page.getByText(words('activity.lines.registration.created'))).toBeVisible();
  await expectHeading(page, name);
});

test('the link is extended, replaced and revoked, each under its name', async ({
  page,
  alta,
  supplierAt,
}) => {
  const { entry, link } = await supplierAt('sandbox', 'datos');
  await openAsOwner(page, alta, at(alta, `/entries/${entry}/meta`));
  const dialog = page.getByRole('dialog');

  await button(page, 'contact.extend.open').click();
  await dialog.getByLabel(words('contact.extend.days')).fill('90');
  await dialog.getByRole('button', { name: words('contact.extend.open') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(link)).toBeVisible();

  await button(page, 'contact.link.replace').click();
  await dialog.getByRole('button', { name: words('contact.link.replace') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(link)).toBeHidden();
  expect((await page.request.get(link)).status()).toBe(404);
  const fresh = await page.getByRole('link', { name: words('contact.link.open') }).getAttribute('href');
  expect((await page.request.get(fresh ?? '')).status()).toBe(200);

  await button(page, 'contact.link.revoke').click();
  await expect(dialog.getByRole('button', { name: words('shell.actions.cancel') })).toBeFocused();
  await dialog.getByRole('button', { name: words('contact.link.revoke') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: words('contact.link.open') })).toBeHidden();
  await expect(page.getByText(words('contact.notice.revoked.title'), { exact: true })).toBeVisible();
  expect((await page.request.get(fresh ?? '')).status()).toBe(404);
});

test('the entry’s page explains what stopped a supplier, and shows the final result', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'subir');
  await supplier.upload((await supplier.request()).csr);
  await openAsOwner(page, alta, at(alta, `/entries/${supplier.entry}`, 'live'));
  const registration = page.getByRole('region', { name: words('entry.registration.title') });
  await expect(registration.getByText(words('entry.rejections.certificate-request'))).toBeVisible();

  await supplier.addPointOfSale(7);
  await supplier.reach('end');
  await supplier.registered();
  await page.reload();
  await expect(registration).toContainText(words('entry.registration.state.completed'));
  await expect(registration).toContainText((await page.locator('dl code').first().textContent()) ?? '-');
  await expect(registration).toContainText('00007');
  // A point of sale is there, whoever made it: nothing comes next.
  await expect(registration.locator('[aria-current=step]')).toHaveCount(0);
  await expect(registration.getByText(words('entry.rejections.certificate-request'))).toBeHidden();
  await expect(page.getByRole('main')).toContainText(words('entry.states.registered'));
});

test('points of sale left for later stay open until one is on record', async ({ page, alta, supplierAt }) => {
  const supplier = await supplierAt('live', 'end');
  await supplier.registered();
  const left = await page.request.post(`${supplier.link}/puntos-de-venta`, { form: { intent: 'later' } });
  expect(left.url()).toMatch(/\/listo$/);
  await openAsOwner(page, alta, at(alta, `/entries/${supplier.entry}`, 'live'));
  const registration = page.getByRole('region', { name: words('entry.registration.title') });
  await expect(registration).toContainText(words('entry.registration.lacksPoint'));
  const { pointNoticeDays: days, pointNoticeRule: rule } = catalogues['es-AR'].portal;
  await expect(registration).toContainText(words('entry.registration.points.notice', { days, rule }));
  const current = registration.locator('[aria-current=step]');
  await expect(current).toContainText(words('entry.registration.steps.pointsOfSaleSettledAt'));
  await expect(current).toContainText(words('entry.registration.steps.postponed'));
  const settled = 'activity.lines.registration.points-of-sale-settled';
  await expect(page.getByText(words(settled, { usable: '0' }))).toBeVisible();

  // In lists it shows as such, and the overview leads there.
  await page.goto(`${alta.origin}/w/${alta.seeded.live.slug}`);
  await page.getByRole('main').locator('a[href*="state=cannot-invoice"]').click();
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${supplier.entry}"]`) });
  await expect(row).toContainText(words('suppliers.list.no-point-of-sale'));
  await row.getByRole('link').click();

  await supplier.addPointOfSale(7);
  await button(page, 'entry.registration.points.check').click();
  await expect(registration).toContainText('00007');
  await expect(registration).toContainText(words('entry.registration.state.completed'));
  await expect(current).toHaveCount(0);
});

test('a supplier’s page shows that a registration through the API needed no wizard', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', '');
  await supplier.upload(await supplier.issue());
  await openAsOwner(page, alta, at(alta, `/entries/${supplier.entry}`));
  const steps = page.getByRole('list', { name: words('entry.registration.steps.label') });
  const passed = steps.getByText(words('entry.registration.steps.passed'), { exact: true });
  await expect(passed).toHaveCount(4);
});

test('the keyboard alone runs a workflow and returns from a dialog to its place', async ({ page, alta }) => {
  const { id } = await makeSupplier(alta, { name: 'Con el teclado' });
  await openAsOwner(page, alta, at(alta, `/entries/${id}`));
  const run = button(page, 'entry.run.open');
  const dialog = page.getByRole('dialog');
  await run.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(run).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('radio').first().press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: words('entry.run.submit') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/jobs\/[0-9a-f-]{36}$/);
});

test('an entry’s page belongs to its section, also by its direct address', async ({ page, alta }) => {
  const { id } = await makeSupplier(alta, { name: 'De los proveedores' });
  await openAsOwner(page, alta, at(alta, `/entries/${id}/meta`));
  const sections = page.getByRole('navigation', { name: words('shell.nav.label') });
  const marked = sections.locator('[aria-current]');
  await expect(marked).toHaveText(words('shell.nav.suppliers'));
  await sections.getByRole('link', { name: words('shell.nav.jobs') }).click();
  await expect(marked).toHaveText(words('shell.nav.jobs'));
});

test('the state is changed by hand, with a note', async ({ page, alta }) => {
  const { id } = await makeSupplier(alta, { name: 'A mano' });
  await openAsOwner(page, alta, at(alta, `/entries/${id}`));
  await button(page, 'entry.setState.open').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('entry.setState.state')).selectOption('void');
  await dialog.getByLabel(words('entry.setState.notes')).fill('Cerró en marzo.');
  await dialog.getByRole('button', { name: words('entry.setState.submit') }).click();
  await expect(dialog).toBeHidden();
  const state = words('entry.states.void');
  await expect(page.getByRole('main').locator('.state')).toHaveText(state);
  const line = page.getByRole('main').getByRole('listitem');
  await expect(line.filter({ hasText: words('activity.lines.entry.state', { state }) })).toContainText(
    'Cerró en marzo.',
  );
});

test('the tabs are addresses, also for a browser without scripts', async ({ device, alta }) => {
  const { id, name } = await makeSupplier(alta, { name: 'Sin scripts' });
  const [page, plain] = [await device(), await device({ javaScriptEnabled: false })];
  await openAsOwner(page, alta, at(alta, `/entries/${id}`));
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto(`${alta.origin}${at(alta, `/entries/${id}`)}`);
  for (const each of ['files', 'jobs', 'meta', 'activity'] as const) {
    await tabOf(plain, each).click();
    await expect(tabOf(plain, each)).toHaveAttribute('aria-current', 'page');
    await expectHeading(plain, name);
  }
  await tabOf(plain, 'meta').click();
  await expect(plain.getByRole('main')).toContainText(id);
});

test('a page without the Argentina app leads to where it is connected', async ({ page, alta }) => {
  const workspace = `/w/${await newWorkspaceWithoutApp(alta, 'Sin app')}`;
  await openAsOwner(page, alta, `${workspace}/suppliers/new`);
  await page.getByLabel(words('suppliers.editor.fields.name'), { exact: true }).fill('Sin app S.A.');
  await button(page, 'suppliers.editor.build').click();
  await page.getByRole('main').getByRole('listitem').getByRole('button').click();
  await page.keyboard.type('30-71234567-1');
  await button(page, 'suppliers.editor.save').click();
  await expectHeading(page, 'Sin app S.A.');
  const notice = alertOf(page, 'entry.notConnected.title');
  await expect(notice.getByRole('link')).toHaveAttribute('href', `${workspace}/configuration/apps`);
});
