import type { Page } from '@playwright/test';
import { addressOf, isIn, pages } from '#app/docs/_pages.ts';
import { everyLook, faultsInLooks } from '../support/e2e-axe.ts';
import { expect, test } from '../support/e2e-test.ts';

const phone = { width: 360, height: 740 };
const codeIn = (page: Page, text: string | RegExp) => page.locator('.code', { hasText: text });
/** Before its script is there the key does nothing. */
async function openSearchByKey(page: Page) {
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('/');
}
const language = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).first();

test(`no guide has a fault that axe finds, or scrolls sideways`, async ({ page, alta }) => {
  test.setTimeout(180_000);
  const found: string[] = [];
  const addresses = pages.flatMap(({ name }) => [
    addressOf(name),
    ...(isIn('es', name) ? [addressOf(name, 'es')] : []),
  ]);
  for (const address of addresses) {
    await page.goto(`${alta.origin}${address}`);
    found.push(...(await faultsInLooks(page, everyLook)).map((fault) => `${address}, ${fault}`));
  }
  expect(found).toEqual([]);
});

test('the keyboard chooses a language without a script, and no button is useless', async ({
  device,
  alta,
}) => {
  const page = await device({ javaScriptEnabled: false });
  await page.goto(`${alta.origin}/docs/quick-start`);
  await expect(codeIn(page, 'field ping')).toBeVisible();
  await expect(codeIn(page, 'import Alta')).toBeHidden();
  await language(page, 'curl').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(codeIn(page, 'import Alta')).toBeVisible();
  await expect(codeIn(page, 'field ping')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('a chosen language holds for the whole page, stays in place and is remembered', async ({
  device,
  alta,
}) => {
  const page = await device();
  await page.goto(`${alta.origin}/docs/quick-start`);
  const last = page.locator('.tabs').last();
  await last.scrollIntoViewIfNeeded();
  const tab = last.locator('label', { hasText: 'PHP' });
  const before = await tab.boundingBox();
  await tab.click();
  expect(Math.abs(((await tab.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  for (const radio of await page.getByRole('radio', { name: 'PHP' }).all()) await expect(radio).toBeChecked();
  await page.reload();
  await expect(language(page, 'PHP')).toBeChecked();
  await expect(codeIn(page, 'stream_context_create').first()).toBeVisible();
});

test('the copied text is the whole code that is shown', async ({ device, alta }) => {
  const page = await device({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${alta.origin}/docs/authentication`);
  const block = codeIn(page, 'api()');
  await block.getByRole('button', { name: 'Copy' }).click();
  await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await block.locator('code').textContent());
  expect(copied).toMatch(/^api\(\) .*ALTA_KEY/);
});

test('the keyboard alone finds an operation from a guide, and a section from the reference', async ({
  device,
  alta,
}) => {
  const page = await device();
  await page.goto(`${alta.origin}/docs`);
  await openSearchByKey(page);
  const search = page.getByRole('dialog', { name: 'Search' });
  const field = search.getByRole('searchbox');
  await expect(field).toBeFocused();
  await page.keyboard.type('create an entry');
  await expect(search.getByRole('listitem').first()).toContainText('Create an entry');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${alta.origin}/api/docs/silo/v1#createEntry`);

  await openSearchByKey(page);
  await page.keyboard.type('webhok secret');
  await expect(search.getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(search.getByRole('link').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
});

test('a reader switches to Spanish and back, and searches in Spanish', async ({ device, alta }) => {
  const page = await device({ viewport: phone });
  await page.goto(`${alta.origin}/docs/delegation`);
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Delegación' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copiar' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Buscar' }).click();
  const search = page.getByRole('dialog', { name: 'Buscar' });
  await search.getByRole('searchbox').fill('puntos de venta');
  await search.getByRole('link', { name: 'Pasar a producción' }).first().click();
  await expect(page).toHaveURL(new RegExp(`^${alta.origin}/docs/es/go-live`));
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Go live' })).toBeVisible();
});

test('the search on a phone leads to a place on the same page and closes', async ({ device, alta }) => {
  const page = await device({ viewport: phone });
  await page.goto(`${alta.origin}/docs/errors`);
  await page.getByRole('button', { name: 'Search' }).click();
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('searchbox').fill('other-cuit');
  await search.getByRole('link', { name: 'other-cuit' }).first().click();
  await expect(search).toBeHidden();
  await expect(page).toHaveURL(`${alta.origin}/docs/errors#code-other-cuit`);
  await expect(page.locator('#code-other-cuit')).toBeInViewport();

  await page.getByRole('button', { name: 'Search' }).click();
  await search.getByRole('searchbox').fill('xyzzyplugh');
  await expect(search.getByRole('status')).toHaveText('Nothing found.');
});

test('the open search with its results has no fault that axe finds', async ({ device, alta }) => {
  const page = await device();
  await page.goto(`${alta.origin}/api/docs`);
  await openSearchByKey(page);
  await page.keyboard.type('invoice');
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(12);
  expect(await faultsInLooks(page, everyLook)).toEqual([]);
});

test('guides link to the next one, and their contents are reachable on a phone', async ({ device, alta }) => {
  const page = await device({ javaScriptEnabled: false, viewport: phone });
  await page.goto(`${alta.origin}/docs`);
  await page.getByRole('link', { name: 'Next Quick start' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quick start' })).toBeVisible();
  await page.getByRole('link', { name: 'Contents' }).click();
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('link', { name: 'The first invoice' }).click();
  await expect(contents).toBeHidden();
  await expect(page.getByRole('heading', { name: 'The first invoice' })).toBeInViewport();
});

test('the printed page shows each language under its name, and no buttons', async ({ device, alta }) => {
  const page = await device();
  await page.goto(`${alta.origin}/docs/quick-start`);
  await page.emulateMedia({ media: 'print' });
  for (const text of ['field ping', 'import Alta', 'stream_context_create']) {
    await expect(codeIn(page, text).first()).toBeVisible();
  }
  await expect(page.getByText('Python', { exact: true }).locator('visible=true').first()).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
});
