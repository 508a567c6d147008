import type { Locator, Page } from '@playwright/test';
import type { Environment } from '#lib/authority-environment.ts';
import { expect, test } from '../support/e2e-test.ts';
import {
  button,
  certificateFile,
  expectDone,
  expectPointMissing,
  expectStep,
  fileInput,
  text,
  textInput,
} from '../support/e2e-wizard.ts';

/** Presses Tab until `target` has the focus, which has to be visible there. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    if (!(await target.evaluate((element) => element === document.activeElement))) continue;
    await expect(target).toBeInViewport();
    return;
  }
  throw new Error('80 presses of Tab did not lead there');
}

async function tabAndEnter(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

for (const environment of ['sandbox', 'live'] satisfies Environment[]) {
  test(`in ${environment}, the keyboard alone completes the wizard`, {
    tag: environment === 'live' ? '@journey' : [],
  }, async ({ page, supplierAt }) => {
    const supplier = await supplierAt(environment);
    await page.goto(supplier.link);
    await tabAndEnter(page, button(page, 'start.begin'));
    await expectStep(page, 'datos', supplier);
    await tabTo(page, page.getByLabel(text('details.email')));
    await page.keyboard.type('ana@tornillo.example');
    await page.keyboard.press('Enter');
    await expectStep(page, 'habilitar', supplier);
    await tabAndEnter(page, button(page, 'enable.done'));
    await expectStep(page, 'certificado', supplier);
    await tabAndEnter(page, button(page, 'certificate.done'));
    await expectStep(page, 'subir', supplier);
    if (environment === 'live') await chooseFile(page, await supplier.issue());
    else {
      await typeText(page, await supplier.issue());
      await tabAndEnter(page, button(page, 'upload.send'));
    }
    await expectStep(page, 'autorizar', supplier);
    await supplier.authorise();
    await tabAndEnter(page, button(page, 'authorise.check'));
    if (environment === 'live') {
      await expectStep(page, 'puntos-de-venta', supplier);
      await tabAndEnter(page, button(page, 'points.later'));
      await expectPointMissing(page, supplier);
    } else await expectDone(page, supplier);
  });
}

async function typeText(page: Page, certificate: string) {
  await tabTo(page, textInput(page));
  await page.keyboard.insertText(certificate);
}

async function chooseFile(page: Page, certificate: string) {
  await tabTo(page, fileInput(page));
  // Chromium opens it only within five seconds of the key, which a busy machine may take.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 5_000 });
    await page.keyboard.press('Space');
    await (await chooser).setFiles(certificateFile(certificate));
  }).toPass();
}

test('the first Tab offers to skip to the content', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('sandbox', 'habilitar');
  await page.goto(supplier.link);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: text('frame.skip') });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const isInside = await page.evaluate(() => document.activeElement?.closest('main') !== null);
  expect(isInside).toBe(true);
});
