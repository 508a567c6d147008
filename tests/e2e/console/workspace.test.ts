import { gzipSync } from 'node:zlib';
import { accessibilityFaults, alertOf, button, membersPath, words } from '#tests/support/e2e-console.ts';
import { newColleague, newEmptyWorkspace, newKeyOf, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

test('a sandbox is marked on top of the page and in its title, a live workspace is not', async ({
  page,
  alta,
}) => {
  await openAsOwner(page, alta, membersPath(alta));
  const strip = page.getByRole('banner').getByText('PRUEBAS', { exact: true });
  await expect(strip).toBeVisible();
  await expect(page).toHaveTitle(/^PRUEBAS · /);
  await page.setViewportSize({ width: 320, height: 600 });
  await expect(strip).toBeInViewport();
  await page.mouse.wheel(0, 2_000);
  await expect(strip).toBeInViewport();
  await page.goto(`${alta.origin}/w/${alta.seeded.sandbox.slug}/nothing-here`);
  await expect(strip).toBeVisible();
  await expect(page).toHaveTitle(/^PRUEBAS · /);
  await page.goto(`${alta.origin}${membersPath(alta, 'live')}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(strip).toBeHidden();
  await expect(page).not.toHaveTitle(/PRUEBAS/);
  // On a phone there is room for the name, and for what says that this one is live.
  await page.setViewportSize({ width: 390, height: 800 });
  const name = page.getByRole('banner').getByText('Facturas del Sur', { exact: true });
  expect(await name.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 320, height: 600 });
  await expect(name).toBeInViewport({ ratio: 1 });
  await expect(
    page.getByRole('banner').getByText(words('shell.environment.live'), { exact: true }),
  ).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('the switcher leads into the other workspace, which is then the default', async ({ page, alta }) => {
  await openAsOwner(page, alta, membersPath(alta));
  await page.getByRole('button', { name: /Facturas del Sur Pruebas/ }).click();
  await page
    .getByRole('menuitem', { name: new RegExp(`Facturas del Sur.*${words('shell.environment.live')}`) })
    .click();
  const live = `${alta.origin}/w/${alta.seeded.live.slug}`;
  await expect(page).toHaveURL(live);
  await expect(page.getByRole('button', { name: /Facturas del Sur Producción/ })).toBeVisible();
  await page.goto(`${alta.origin}/console`);
  await expect(page).toHaveURL(live);
});

test('an owner can make another workspace, a member can not', async ({ device, alta }) => {
  const [owner, colleague] = [await device(), await device()];
  await newColleague(colleague, alta, 'Irene');
  await colleague.goto(`${alta.origin}${membersPath(alta)}`);
  await colleague.getByRole('button', { name: /Facturas del Sur Pruebas/ }).click();
  await expect(colleague.getByRole('menuitem').first()).toBeVisible();
  await expect(colleague.getByRole('menuitem', { name: words('shell.workspaces.new') })).toBeHidden();
  // Lower than the menu of a few workspaces.
  await owner.setViewportSize({ width: 1280, height: 220 });
  await openAsOwner(owner, alta, membersPath(alta));
  await owner.getByRole('button', { name: /Facturas del Sur Pruebas/ }).click();
  await expect(owner.getByRole('menu')).toBeInViewport({ ratio: 1 });
  await owner.getByRole('menuitem', { name: words('shell.workspaces.new') }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel(words('shell.workspaces.name')).fill('Ñandú & Cía.');
  await dialog.getByRole('radio', { name: words('shell.environment.live') }).check();
  await dialog.getByRole('button', { name: words('shell.workspaces.create') }).click();
  await expect(owner).toHaveURL(/\/w\/nandu-cia(-\d+)?$/);
  await expect(owner.getByRole('button', { name: /Ñandú & Cía. Producción/ })).toBeVisible();
});

test('a foreign workspace and a missing one get the same answer', async ({ page, alta }) => {
  await openAsOwner(page, alta, membersPath(alta));
  const shown: (string | null)[] = [];
  for (const slug of [alta.seeded.expired.slug, 'none-of-this-name']) {
    const answer = await page.goto(`${alta.origin}/w/${slug}/configuration/members`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('shell.notFound.title'));
    shown.push(`${await page.title()} ${await page.locator('main').textContent()}`);
  }
  expect(shown[0]).toBe(shown[1]);
});

test('a page has one nonce, no foreign origin, nothing stored and under 300 KB of scripts', async ({
  page,
  alta,
}) => {
  await openAsOwner(page, alta, membersPath(alta));
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const answer = await page.goto(`${alta.origin}${membersPath(alta)}`, { waitUntil: 'networkidle' });
  const headers = answer?.headers() ?? {};
  const policy = headers['content-security-policy'] ?? '';
  expect(policy.match(/'nonce-[\w+/=]+'/g)).toHaveLength(2);
  expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
  expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(headers).toMatchObject({ 'cache-control': expect.stringContaining('no-store') });
  expect(headers['x-frame-options']).toBe('DENY');
  // Asked for again: what the browser has of a body may be gone when it is wanted.
  const bodies = await Promise.all(
    [...new Set(scripts)].map(async (url) => (await page.request.get(url)).body()),
  );
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(300_000);
  test.info().annotations.push({ type: 'scripts', description: `${bytes} bytes gz` });
});

test('the chosen appearance is remembered', async ({ page, alta }) => {
  await openAsOwner(page, alta, membersPath(alta));
  await button(page, 'shell.scheme.label').click();
  await page.getByRole('menuitemradio', { name: words('shell.scheme.dark') }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('an owner renames the workspace and changes its address; the old one leads nowhere', async ({
  page,
  alta,
}) => {
  const slug = await newEmptyWorkspace(alta, 'Nombre de antes');
  const path = '/configuration/workspace';
  await openAsOwner(page, alta, `/w/${slug}${path}`);
  const field = (name: string) => page.getByLabel(words(`configuration.workspace.${name}`), { exact: true });
  const taken = alta.seeded.sandbox.slug;
  const save = button(page, 'configuration.workspace.save');
  const move = async () => {
    await save.click();
    await button(page, 'configuration.workspace.moveSubmit').click();
  };
  await field('slug').fill('Con Espacios');
  await save.click();
  await expect(field('slug')).toHaveAccessibleDescription(
    new RegExp(words('configuration.workspace.faults.slug')),
  );
  await field('slug').fill(taken);
  await move();
  await expect(field('slug')).toHaveAccessibleDescription(
    new RegExp(words('configuration.workspace.faults.slugTaken')),
  );
  await field('slug').fill(`${slug}-2`);
  await field('contactEmail').fill('nada');
  await move();
  await expect(alertOf(page, 'errors.validation')).toBeVisible();
  await field('contactEmail').fill('ayuda@ahora.example');
  await expect(alertOf(page, 'errors.validation')).toBeHidden();
  await field('name').fill('Nombre de ahora');
  await move();
  await expect(page).toHaveURL(`${alta.origin}/w/${slug}-2${path}`);
  await expect(page.getByText(words('configuration.workspace.saved'))).toBeVisible();
  await expect(field('contactEmail')).toHaveValue('ayuda@ahora.example');
  await expect(page.getByRole('banner')).toContainText('Nombre de ahora');
  const old = await page.goto(`${alta.origin}/w/${slug}${path}`);
  expect(old?.status()).toBe(404);
});

test('a sandbox’s setup is copied to live after a look at what will happen, and a repetition makes nothing', async ({
  page,
  alta,
}) => {
  const slug = await newEmptyWorkspace(alta, `Para pasar ${Date.now()}`);
  await newKeyOf(alta, slug);
  const t = (key: string, values?: Record<string, string | number>) =>
    words(`configuration.goLive.${key}`, values);
  await openAsOwner(page, alta, `/w/${slug}/configuration/workspace`);
  await page.getByRole('link', { name: words('configuration.workspace.goLiveOpen') }).click();
  await page.getByLabel(t('target')).selectOption({ label: t('newOne') });
  const plan = page.getByRole('region', { name: t('plan') });
  await page.getByRole('checkbox', { name: t('partNames.keys') }).check();
  await expect(plan.getByRole('listitem').filter({ hasText: 'ERP' })).toContainText(t('outcomes.new'));
  expect(await accessibilityFaults(page, 'copy to live')).toEqual([]);
  const name = `En vivo ${Date.now()}`;
  await page.getByLabel(t('newName')).fill(name);
  await button(page, 'configuration.goLive.submit').click();
  const asked = page.getByRole('dialog', { name: t('asked', { workspace: name }) });
  await expect(asked).toContainText('ERP');
  await asked.getByRole('button', { name: /^(Copiar|Copy) / }).click();
  await expect(page.getByText(t('onceTitle'))).toBeVisible();
  await expect(page.getByText(t('secrets.key', { name: 'ERP' }))).toBeVisible();
  await button(page, 'configuration.goLive.saved').click();
  await page.getByRole('link', { name: t('open') }).click();
  await expect(page).toHaveURL(/\/w\/en-vivo-\d+$/);

  await page.goto(`${alta.origin}/w/${slug}/configuration/workspace/go-live`);
  await page.getByLabel(t('target')).selectOption({ label: name });
  const line = plan.getByRole('listitem').filter({ hasText: t('settings.app') });
  await expect(line).toContainText(t('outcomes.same'));
  await expect(page.getByText(t('count', { count: 0 }))).toBeVisible();
});
