import type { Page } from '@playwright/test';
import type { Environment } from '#lib/authority-environment.ts';
import { apiClient } from '../support/api-client.ts';
import type { E2eAlta } from '../support/e2e-alta.ts';
import { everyLook, faultsInLooks } from '../support/e2e-axe.ts';
import { test as base, expect } from '../support/e2e-test.ts';
import { expectStep, press, text } from '../support/e2e-wizard.ts';
import { startPlatform } from '../support/platform.ts';

/** A page of the platform's, at another site than the application's. */
const test = base.extend<{ platform: string; platformPage: Page }>({
  platform: async ({ alta }, use) => {
    const { origin, stop } = await startPlatform(alta.origin);
    await use(origin);
    await stop();
  },
  platformPage: async ({ browser, contextOptions }, use) => {
    const context = await browser.newContext(contextOptions);
    await use(await context.newPage());
    await context.close();
  },
});

const list = (alta: E2eAlta, environment: Environment, origins: string[] | null) =>
  apiClient(alta.origin, alta.seeded[environment].apiKey)('PATCH', '/access/v1/apps/gov-ar', {
    embed_origins: origins,
  });
const show = (page: Page, platform: string, link: string) =>
  page.goto(`${platform}/demo.html?link=${encodeURIComponent(link)}`);
const status = (page: Page) => page.locator('alta-registration').getByRole('status');
const open = (page: Page) => page.locator('alta-registration').getByRole('link');
const retry = (page: Page) => page.locator('alta-registration').getByRole('button');
const heard = (page: Page) => page.locator('#events li');

test('a platform’s page follows its supplier live in the wizard and gets the end', async ({
  alta,
  platform,
  platformPage,
  supplierAt,
}) => {
  await list(alta, 'sandbox', [platform]);
  const supplier = await supplierAt('sandbox');
  await show(platformPage, platform, supplier.link);
  await expect(status(platformPage)).toHaveText(text('embedded.texts.start', { steps: 5 }));
  await expect(platformPage.locator('#invoice')).toBeDisabled();

  const opened = platformPage.waitForEvent('popup');
  await open(platformPage).click();
  const wizard = await opened;
  expect(await wizard.evaluate(() => window.opener)).toBeNull();
  await press(wizard, 'start.begin');
  await expectStep(wizard, 'datos', supplier);
  const step = (number: number, slug: 'datos' | 'certificado') =>
    text('embedded.texts.supplier', { step: number, steps: 5, name: text(`steps.${slug}`) });
  await expect(status(platformPage)).toHaveText(step(1, 'datos'));
  await supplier.reach('certificado');
  await expect(status(platformPage)).toHaveText(step(3, 'certificado'));
  await expect(platformPage.getByRole('progressbar')).toHaveAttribute('value', '2');
  await expect(open(platformPage)).toHaveText(text('embedded.actions.supplier'));

  await supplier.reach('end');
  await expect(status(platformPage)).toHaveText(text('embedded.texts.completed'), { timeout: 40_000 });
  await expect(platformPage.locator('#invoice')).toBeEnabled();
  await expect(heard(platformPage).first()).toHaveText('progress: created');
  await expect(heard(platformPage).filter({ hasText: 'completed' })).toHaveText([
    'progress: completed',
    'registered: completed',
  ]);
});

test('an unlisted origin gets no data, and the button still opens the wizard', async ({
  alta,
  platform,
  platformPage,
  supplierAt,
}) => {
  await list(alta, 'live', null);
  const supplier = await supplierAt('live');
  await show(platformPage, platform, supplier.link);
  await expect(retry(platformPage)).toHaveText('Reintentar');
  await expect(heard(platformPage)).toHaveCount(0);
  const opened = platformPage.waitForEvent('popup');
  await open(platformPage).click();
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText(text('start.heading'));

  // Listed meanwhile.
  await list(alta, 'live', [platform]);
  await retry(platformPage).click();
  await expect(status(platformPage)).toHaveText(text('embedded.texts.start', { steps: 6 }));
  await expect(retry(platformPage)).toBeHidden();
});

test('the element follows a change of link and language, and ends when it is removed', async ({
  alta,
  platform,
  platformPage: page,
  supplierAt,
}) => {
  await list(alta, 'sandbox', [platform]);
  const supplier = await supplierAt('sandbox', 'end');
  await show(page, platform, (await supplierAt('sandbox')).link);
  await expect(open(page)).toHaveText(text('embedded.actions.start'));
  const element = page.locator('alta-registration');
  await element.evaluate((each, link) => each.setAttribute('link', link), supplier.link);
  await expect(heard(page).last()).toHaveText('registered: completed');
  await element.evaluate((each) => each.setAttribute('lang', 'en'));
  await expect(open(page)).toHaveText('See the registration');
  await element.evaluate((each) => each.setAttribute('link', 'javascript:alert(1)//reg/x'));
  await expect(open(page)).toBeHidden();
  await expect(status(page)).toHaveText('We could not see how the registration is going.');

  // What is out of the page asks no more; in it again, it does.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await element.evaluate((each, link) => {
    each.setAttribute('link', link);
    each.remove();
  }, supplier.link);
  const { link } = await supplierAt('sandbox');
  expect(asked.filter((url) => url.includes(supplier.path))).toEqual([]);
  await page.evaluate((link) => {
    const element = document.createElement('alta-registration');
    element.setAttribute('link', link);
    document.querySelector('main')?.append(element);
  }, link);
  await expect(open(page)).toHaveText(text('embedded.actions.start'));
});

test('no state of the element has a fault that axe finds, narrow or wide, light or dark', async ({
  alta,
  platform,
  platformPage,
  supplierAt,
}) => {
  await list(alta, 'live', [platform]);
  const { link } = await supplierAt('live', 'certificado');
  await show(platformPage, platform, link);
  await expect(platformPage.getByRole('progressbar')).toBeVisible();
  const found = await faultsInLooks(platformPage, everyLook);
  await show(platformPage, platform, `${alta.origin}/reg/${'A'.repeat(26)}`);
  await expect(retry(platformPage)).toBeVisible();
  expect([...found, ...(await faultsInLooks(platformPage, everyLook))]).toEqual([]);
});

test('a page in the background asks nothing, and asks at once when it is visible again', async ({
  alta,
  platform,
  platformPage: page,
  supplierAt,
}) => {
  await list(alta, 'sandbox', [platform]);
  const supplier = await supplierAt('sandbox');
  await page.clock.install();
  await show(page, platform, supplier.link);
  await expect(open(page)).toHaveText(text('embedded.actions.start'));
  const turn = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await turn(true);
  // What was under way when it was hidden.
  await page.waitForLoadState('networkidle');
  let asked = 0;
  page.on('request', () => {
    asked += 1;
  });
  await supplier.reach('datos');
  await page.clock.fastForward('05:00');
  expect(asked).toBe(0);
  await turn(false);
  await expect(open(page)).toHaveText(text('embedded.actions.supplier'));
});
