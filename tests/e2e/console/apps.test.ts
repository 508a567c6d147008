import type { Page } from '@playwright/test';
import { eventually } from '#tests/support/api-client.ts';
import { connectArgentina, integrator } from '#tests/support/e2e-configuration.ts';
import { button, words } from '#tests/support/e2e-console.ts';
import {
  newColleague,
  newEmptyWorkspace,
  newKeyOf,
  newWorkspaceWithoutApp,
  openAsOwner,
} from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { png } from '#tests/support/pictures.ts';

const settings = (key: string, values?: Record<string, string>) =>
  words(`configuration.apps.settings.${key}`, values);
/** Opens a part of the settings. */
const openPart = (page: Page, part: string) =>
  page.getByRole('tab', { name: words(`configuration.apps.settings.sections.${part}`) }).click();
const argentina = { name: 'Argentina' };
const appsOf = (slug: string) => `/w/${slug}/configuration/apps`;

test('the app is connected with a click, and the wizard has its branding', async ({ device, alta }) => {
  const [page, supplier] = [await device(), await device()];
  const slug = await newWorkspaceWithoutApp(alta, 'Marca');
  await openAsOwner(page, alta, appsOf(slug));
  await connectArgentina(page);
  await page.getByRole('link', { name: words('configuration.apps.configureLabel', argentina) }).click();
  await page.getByLabel(settings('name')).fill('Distribuidora Ñandú');
  const preview = page.getByRole('region', { name: settings('previews.title') });
  const shown = preview.frameLocator('iframe');
  await expect(shown.getByRole('banner')).toContainText('Distribuidora Ñandú');
  await page.getByLabel(settings('colour'), { exact: true }).fill('#8a2be2');
  await expect(page.getByText(settings('contrastPasses'))).toBeVisible();
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: png(300, 90) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByAltText(settings('logoAlt'))).toBeVisible();
  await expect(shown.getByRole('banner').locator('img')).toHaveJSProperty('naturalWidth', 300);
  await openPart(page, 'contact');
  await page.getByLabel(settings('contactName')).fill('Ana, de Proveedores');
  await expect(shown.getByRole('contentinfo')).toContainText('Ana, de Proveedores');
  await preview.getByLabel(settings('previews.title')).selectOption('invitation');
  await expect(preview).toContainText('Distribuidora Ñandú');
  await expect(shown.locator('h1')).toBeVisible();
  await openPart(page, 'registrations');
  await page.getByLabel(settings('days')).fill('90');
  await page.getByLabel(settings('embedOrigins')).fill('https://erp.example/\nhttp://localhost:5173');
  await button(page, 'configuration.apps.settings.save').click();
  await expect(page.getByText(settings('saved'))).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(settings('days'))).toHaveValue('90');
  const origins = page.getByLabel(settings('embedOrigins'));
  await expect(origins).toHaveValue('https://erp.example\nhttp://localhost:5173');
  await openPart(page, 'brand');
  await expect(page.getByLabel(settings('name'))).toHaveValue('Distribuidora Ñandú');
  // Streamed pages hold their content hidden before it takes its place.
  await expect(page.getByAltText(settings('logoAlt')).filter({ visible: true })).toHaveCount(1);

  const caller = integrator(alta, await newKeyOf(alta, slug));
  const entry = await caller.newSupplier();
  await caller.run(await caller.newWorkflow(), entry);
  const { meta } = await eventually(
    () => caller.entry(entry),
    ({ meta }) => meta?.length > 0,
  );
  await supplier.goto(meta[0].link_url);
  const head = supplier.getByRole('banner');
  await expect(head).toContainText('Distribuidora Ñandú');
  expect(await head.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300);
  await expect(supplier.getByRole('contentinfo')).toContainText('Ana, de Proveedores');
});

test('a color too light for white text is reported while it is picked, and refused', async ({
  page,
  alta,
}) => {
  const slug = await newEmptyWorkspace(alta, 'Contraste');
  await openAsOwner(page, alta, `${appsOf(slug)}/gov-ar`);
  const colour = page.getByLabel(settings('colour'), { exact: true });
  await colour.fill('#ff8800');
  await expect(page.getByText(settings('contrastFails'))).toBeVisible();
  await openPart(page, 'contact');
  await page.getByLabel(settings('whatsapp')).fill('11 4321 5678');
  await openPart(page, 'registrations');
  await page.getByLabel(settings('alias')).fill('9 de julio');
  await page.getByLabel(settings('returnUrl')).fill('http://no.example/');
  await page.getByLabel(settings('embedOrigins')).fill('https://erp.example/altas');
  await button(page, 'configuration.apps.settings.save').click();
  await expect(colour).toBeFocused();
  await expect(colour).toHaveValue('#ff8800');
  for (const [part, ...faults] of [
    ['brand', 'wizard-colour-light'],
    ['contact', 'contact-whatsapp'],
    ['registrations', 'aliasPrefix', 'returnUrl', 'embedOrigins'],
  ] as const) {
    await openPart(page, part);
    for (const fault of faults) await expect(page.getByText(settings(`faults.${fault}`))).toBeVisible();
  }
  await expect(page.getByLabel(settings('alias'))).toHaveValue('9 de julio');
  await openPart(page, 'brand');
  await page.getByRole('button', { name: /#b35f00/ }).click();
  await expect(page.getByText(settings('contrastPasses'))).toBeVisible();
  await openPart(page, 'registrations');
  for (const field of ['alias', 'returnUrl', 'embedOrigins']) await page.getByLabel(settings(field)).fill('');
  await button(page, 'configuration.apps.settings.save').click();
  await expect(page.getByLabel(settings('whatsapp'))).toBeFocused();
  await page.getByLabel(settings('whatsapp')).fill('');
  await button(page, 'configuration.apps.settings.save').click();
  await expect(page.getByText(settings('saved'))).toBeVisible();
});

test('the preview shows what is typed as plain text, runs nothing, and leaving asks before it is lost', async ({
  page,
  alta,
}) => {
  const slug = await newEmptyWorkspace(alta, 'Hostil');
  await openAsOwner(page, alta, `${appsOf(slug)}/gov-ar`);
  const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  await page.getByLabel(settings('name')).fill(hostile);
  const preview = page.getByRole('region', { name: settings('previews.title') });
  const frame = preview.locator('iframe');
  await expect(frame).not.toHaveAttribute('sandbox', /allow-scripts/);
  const shown = preview.frameLocator('iframe');
  await expect(shown.getByRole('banner')).toContainText(hostile);
  await expect(shown.locator('script, img')).toHaveCount(0);
  await page
    .getByRole('main')
    .getByRole('link', { name: settings('back') })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: words('shell.leave.stay') }).click();
  await expect(page.getByLabel(settings('name'))).toHaveValue(hostile);
});

test('a file that is not a picture or is too large is refused', async ({ page, alta }) => {
  const slug = await newEmptyWorkspace(alta, 'Logos');
  await openAsOwner(page, alta, `${appsOf(slug)}/gov-ar`);
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await choose(Buffer.alloc(70_000));
  await expect(page.getByText(settings('faults.wizard-logo'))).toBeVisible();
  await choose(Buffer.from('<svg onload="alert(1)"/>'));
  await button(page, 'configuration.apps.settings.save').click();
  await expect(page.getByRole('alert').filter({ hasText: words('shell.failure.title') })).toBeVisible();
  await expect(page.getByText(settings('faults.wizard-logo'))).toBeVisible();
});

test('a disconnected app refuses registrations clearly, and a reconnected one has its settings', async ({
  page,
  alta,
}) => {
  const slug = await newEmptyWorkspace(alta, 'Desconexión');
  const caller = integrator(alta, await newKeyOf(alta, slug));
  const [workflow, entry] = [await caller.newWorkflow(), await caller.newSupplier()];
  await openAsOwner(page, alta, appsOf(slug));
  await page.getByRole('button', { name: words('configuration.apps.disconnectLabel', argentina) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Desconexión');
  await dialog.getByRole('button', { name: words('configuration.apps.disconnect') }).click();
  await expect(page.getByText(words('configuration.apps.notConnected'), { exact: true })).toBeVisible();

  const job = await caller.run(workflow, entry);
  const { faults } = await eventually(
    () => caller.job(job),
    ({ status }) => status === 'KO',
  );
  expect(faults).toMatchObject([{ code: 'app-not-connected' }]);
  await page.goto(`${page.url()}/gov-ar`);
  await expect(page.getByRole('main').getByText(settings('notConnected'))).toBeVisible();
  await page.getByRole('link', { name: settings('connectFirst') }).click();
  await connectArgentina(page);
});

test('the apps of a foreign workspace are not found, and a member may view our own', async ({
  page: member,
  alta,
}) => {
  await newColleague(member, alta, 'Karina');
  await member.goto(`${alta.origin}${appsOf(alta.seeded.sandbox.slug)}`);
  await expect(member.getByRole('heading', { name: 'Argentina' })).toBeVisible();
  for (const path of ['', '/gov-ar']) {
    const foreign = `${alta.origin}${appsOf(alta.seeded.live.slug)}${path}`;
    expect((await member.request.get(foreign)).status()).toBe(404);
  }
});
