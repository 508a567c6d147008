import type { Page } from '@playwright/test';
import { catalogues, createTexts, type TextKey } from '#lib/i18n.ts';
import { type Applicant, supplierName } from './e2e-supplier.ts';
import { expect } from './e2e-test.ts';

const translate = createTexts('es-AR') as unknown as (key: TextKey, values: object) => string;
export const { portal } = catalogues['es-AR'];

/** A text of the catalogue, so that a rewording breaks no test. */
export const text = (key: TextKey, values: Record<string, string | number> = {}): string =>
  translate(key, { ...portal, ...values });

const stepsOf = { sandbox: 5, live: 6 } as const;
const slugs = ['datos', 'habilitar', 'certificado', 'subir', 'autorizar', 'puntos-de-venta'] as const;
export type Slug = (typeof slugs)[number];

/** Checks that the page is that of a step, shows it in title and heading, and fits the window. */
export async function expectStep(page: Page, slug: Slug | 'comprobacion', { link, environment }: Applicant) {
  const number = slug === 'comprobacion' ? 5 : slugs.indexOf(slug) + 1;
  const step = text('frame.step', { step: number, total: stepsOf[environment] });
  await expect(page).toHaveURL((url) => `${url.origin}${url.pathname}` === `${link}/${slug}`);
  await expect(page).toHaveTitle(new RegExp(`\\b${step}\\b`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(step);
  await expectNoSidewaysScroll(page);
}

/** The address may have the answer about the taxpayer's classification. */
const expectLastPage = (page: Page, link: string) =>
  expect(page).toHaveURL((url) => `${url.origin}${url.pathname}` === `${link}/listo`);

/** Checks that the page is the last one, with the heading of the environment. */
export async function expectDone(page: Page, { link, environment }: Applicant, heading?: TextKey) {
  await expectLastPage(page, link);
  const usual = environment === 'sandbox' ? 'done.headingSandbox' : 'done.heading';
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    text(heading ?? usual, { name: supplierName, voice: 'company', first: '' }).trim(),
  );
  await expectNoSidewaysScroll(page);
}

/** Registered in live, but nothing can be invoiced yet: the remaining step is shown. */
export async function expectPointMissing(
  page: Page,
  { link }: Applicant,
  heading: TextKey = 'points.proved',
) {
  await expectLastPage(page, link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    text(heading, { voice: 'company', count: 1 }),
  );
  await expectNoSidewaysScroll(page);
}

/** WCAG 1.4.10: content wider than the window is cut off or needs a second scroll bar. */
export async function expectNoSidewaysScroll(page: Page) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess, `${page.url()} is wider than the window`).toBeLessThanOrEqual(0);
}

export const button = (page: Page, key: TextKey) => page.getByRole('button', { name: text(key) });
export const press = (page: Page, key: TextKey) => button(page, key).click();

/** On a phone a step shows one card at a time, and its own button is on the last. */
export async function finishStep(page: Page, key: TextKey) {
  const done = button(page, key);
  await expect(done.or(button(page, 'card.done')).filter({ visible: true }).first()).toBeVisible();
  while (!(await done.isVisible())) {
    const before = page.url();
    await button(page, 'card.done').filter({ visible: true }).click();
    await page.waitForURL((url) => url.href !== before);
  }
  await done.click();
}

/** The menu in the header, with all steps and the other ways to go on. */
export const openMenu = (page: Page) => page.locator('.menu > summary').click();

export const fileInput = (page: Page) => page.locator('input[type=file]');
/** Its label says whether it is the first or the second way, depending on the environment's portal. */
export const textInput = (page: Page) => page.locator('textarea[name=text]');
export const certificateFile = (content: string | Buffer, name = 'certificado.crt') => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** Checked as soon as it is chosen; without scripts, by the button beside it. */
export async function uploadFile(page: Page, content: string | Buffer, name?: string) {
  await unfold(page, 'upload.orFile');
  await fileInput(page).setInputFiles(certificateFile(content, name));
  const send = fileInput(page)
    .locator('xpath=..')
    .getByRole('button', { name: text('upload.send') });
  if (await send.isVisible()) await send.click();
}

export async function pasteText(page: Page, content: string) {
  await unfold(page, 'upload.orText');
  await textInput(page).fill(content);
  await page
    .locator('form', { has: textInput(page) })
    .getByRole('button')
    .click();
}

/** The way that the environment's portal does not suggest is folded away. */
async function unfold(page: Page, summary: 'upload.orFile' | 'upload.orText') {
  const details = page.locator('details', { has: page.getByText(text(summary)) });
  if ((await details.count()) === 0) return;
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
}

/** Acts, and waits until the next page and its script have loaded. */
export async function arriveBy(page: Page, act: () => Promise<void>) {
  const loaded = page.waitForEvent('load');
  await act();
  await loaded;
}

/** The page's message about an upload, by the code that support can look up. */
export const expectRejection = (page: Page, code: string) =>
  expect(page.getByRole('alert').filter({ hasText: text('errors.code', { code }) })).toBeVisible();
