import type { Page } from '@playwright/test';
import { everyLook, faultsInLooks } from '../support/e2e-axe.ts';
import { brand } from '../support/e2e-seed.ts';
import { newSupplier } from '../support/e2e-supplier.ts';
import { expect, test } from '../support/e2e-test.ts';
import { button, expectDone, press, text } from '../support/e2e-wizard.ts';

test('every wizard page has the account holder’s branding, in light and dark, and leads back', async ({
  page,
  alta,
}) => {
  const supplier = await newSupplier(alta, 'branded');
  await page.goto(supplier.link);
  await expect(page.locator('header')).toContainText(brand.wizard.name);
  await expect(page.getByText(brand.wizard.greeting.es)).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(brand.contact.name);
  await expect(page.getByRole('link', { name: brand.contact.phone })).toHaveAttribute(
    'href',
    'tel:01143215678',
  );
  await expectLogo(page);
  expect(await faultsInLooks(page, everyLook)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(button(page, 'start.begin')).toHaveCSS('background-color', 'rgb(122, 31, 92)');

  await press(page, 'start.begin');
  await expect(page.locator('header').getByRole('img', { name: brand.wizard.name })).toBeVisible();
  expect(await faultsInLooks(page, everyLook)).toEqual([]);

  await supplier.reach('end');
  await page.goto(supplier.link);
  await expectDone(page, supplier);
  const back = page.getByRole('link', { name: text('done.return', { holder: brand.wizard.name }) });
  await expect(back).toBeVisible();
  expect(await faultsInLooks(page, everyLook)).toEqual([]);

  await page.getByRole('button', { name: text('rating.answers.hard') }).click();
  await expect(page.getByRole('button', { name: text('rating.answers.hard') })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByText(text('rating.thanks'))).toBeInViewport();
  expect(await faultsInLooks(page, everyLook)).toEqual([]);
  await page.getByLabel(text('rating.comment')).fill('No encontraba WSASS');
  await press(page, 'rating.send');
  await expect(page.getByText(text('rating.commented', { holder: brand.wizard.name }))).toBeInViewport();
});

/** It came, and its place was kept while it did. */
async function expectLogo(page: Page) {
  const logo = page.locator('img.logo');
  await expect(logo).toBeVisible();
  const [width, shownHeight] = await logo.evaluate((image: HTMLImageElement) => [
    image.naturalWidth,
    image.height,
  ]);
  expect(width).toBe(400);
  expect(shownHeight).toBeLessThanOrEqual(50);
}
