import type { Page } from '@playwright/test';
import { servicePages } from '#app/api/docs/_services.ts';
import { everyLook, faultsInLooks } from '../support/e2e-axe.ts';
import { expect, test } from '../support/e2e-test.ts';

// Nothing here may need a script; that nothing comes from elsewhere is watched in every test.
const javaScriptEnabled = false;
const phone = { width: 320, height: 640 };

test(`no page of the reference has a fault that axe finds, or scrolls sideways`, async ({ device, alta }) => {
  test.setTimeout(180_000);
  // Axe itself is a script.
  const page = await device();
  const found: string[] = [];
  for (const path of [
    '/api/docs',
    '/api/docs/apps/gov-ar/v1',
    '/docs/events/invoice.mail_bounced',
    '/docs/errors',
  ]) {
    await page.goto(`${alta.origin}${path}`);
    const faults = [...(await faultsInLooks(page, everyLook)), ...(await deadAnchors(page))];
    found.push(...faults.map((fault) => `${path}, ${fault}`));
  }
  expect(found).toEqual([]);
});

/** What leads to a place of its own page that is not there. */
const deadAnchors = (page: Page) =>
  page
    .locator('a[href^="#"]')
    .evaluateAll((links) =>
      links
        .map((link) => link.getAttribute('href') ?? '')
        .filter((id) => !document.getElementById(id.slice(1))),
    );

test('an integrator finds how to make an entry, how to run a workflow and what comes back', async ({
  device,
  alta,
}) => {
  const page = await device({ javaScriptEnabled, viewport: { width: 1280, height: 900 } });
  await page.goto(`${alta.origin}/api/docs`);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  for (const step of ['Make an entry', 'Run a workflow on it', 'See what comes back']) {
    await contents.getByRole('link', { name: step }).click();
    const article = page.getByRole('article', { name: step });
    await expect(article.getByRole('heading', { name: step })).toBeInViewport();
    await expect(article.getByText(`curl ${alta.origin}/api/`)).toBeInViewport();
  }
  await page
    .getByRole('article', { name: 'Run a workflow on it' })
    .getByRole('link', { name: 'All fields of the request' })
    .click();
  await expect(page).toHaveURL(`${alta.origin}/api/docs/transform/v1#createJob`);
  await expect(page.getByRole('heading', { name: 'Run a workflow on an entry' })).toBeInViewport();
});

test('every operation is documented without a script, with a call and its answer', async ({
  device,
  alta,
}) => {
  const page = await device({ javaScriptEnabled });
  for (const { slug, groups } of servicePages) {
    await page.goto(`${alta.origin}/api/docs/${slug}`);
    const operations = groups.flatMap((group) => group.operations);
    for (const { summary } of operations) {
      const article = page.getByRole('article', { name: summary.replaceAll('`', ''), exact: true });
      await expect(article.getByText(`curl `).first(), summary).toBeVisible();
      await expect(article.getByText(/^Answer 2/).first(), summary).toBeVisible();
    }
  }
});

test('on a phone the contents open over the page, lead to a part and close in place', async ({
  device,
  alta,
}) => {
  const page = await device({ javaScriptEnabled, viewport: phone });
  await page.goto(`${alta.origin}/api/docs/silo/v1#setState`);
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  const before = await scrolled();
  expect(before).toBeGreaterThan(1_000);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents).toBeHidden();

  await page.getByRole('link', { name: 'Contents' }).click();
  await expect(contents).toBeInViewport({ ratio: 0.1 });
  await contents.getByRole('link', { name: 'Close' }).click();
  await expect(contents).toBeHidden();
  expect(await scrolled()).toBe(before);

  await page.getByRole('link', { name: 'Contents' }).click();
  await contents.getByRole('link', { name: 'Create entry' }).click();
  await expect(contents).toBeHidden();
  const heading = page.getByRole('heading', { name: 'Create an entry', exact: true });
  await expect(heading).toBeInViewport({ ratio: 1 });
  // The bar at the top stays where it is, and is above the heading.
  const [bar, title] = await Promise.all([page.getByRole('banner').boundingBox(), heading.boundingBox()]);
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
});

test('an example is sent with a sandbox key, which no address and no other key can take', async ({
  device,
  alta,
}) => {
  const page = await device({ viewport: phone });
  await page.goto(`${alta.origin}/api/docs/silo/v1`);
  const field = page.getByLabel('Send the examples from this page');
  const use = page.getByRole('button', { name: 'Use this key' });
  await field.fill(alta.seeded.live.apiKey);
  await use.click();
  await expect(page.getByText('That is a key of a live workspace.')).toBeVisible();
  // The key may be entered beside the example too, and is missed there.
  const first = page.getByRole('article', { name: 'List entries, newest first' });
  await first.getByText('Try it').first().click();
  await first.getByRole('button', { name: 'Send' }).click();
  await expect(first.getByText('Paste a key of a sandbox workspace first.')).toBeInViewport();
  await expect(first.getByLabel('Key of a sandbox workspace')).toBeFocused();
  await first.getByText('Try it').first().click();
  await field.fill(alta.seeded.sandbox.apiKey);
  await use.click();
  await expect(field).toHaveValue('');
  await expect(page).toHaveURL(`${alta.origin}/api/docs/silo/v1`);
  await expect(page.getByText('The key is in use')).toBeInViewport();

  const list = page.getByRole('article', { name: 'List entries, newest first' });
  await list.getByText('Try it').first().click();
  await list.getByRole('button', { name: 'Send' }).click();
  await expect(list.getByRole('status').first()).toHaveText('Answer 200');
  await expect(list.locator('.try pre')).toContainText('"list": [');
  const create = page.getByRole('article', { name: 'Create an entry', exact: true });
  await create.getByText('Try it').first().click();
  await create.getByRole('button', { name: 'Send: POST changes your sandbox' }).first().click();
  await expect(create.getByRole('status').first()).toHaveText(/^Answer 20[01]$/);
  await expect(create.getByRole('status').first()).toBeInViewport();
  await page.reload();
  await page.getByRole('button', { name: 'Forget it' }).click();
  await expect(page.getByRole('button', { name: 'Forget it' })).toBeHidden();
});

test('a failure links to its text in the error catalog', async ({ device, alta }) => {
  const page = await device({ javaScriptEnabled });
  await page.goto(`${alta.origin}/api/docs/silo/v1#createEntry`);
  await page
    .getByRole('article', { name: 'Create an entry', exact: true })
    .getByRole('link', { name: '422 validation' })
    .click();
  await expect(page).toHaveURL(`${alta.origin}/docs/errors#key-validation`);
  await expect(page.getByRole('row', { name: 'validation 422' })).toBeInViewport();
  await page.setViewportSize(phone);
  await page.goto('about:blank');
  await page.goto(`${alta.origin}/docs/errors#key-validation`);
  const row = page.getByRole('row', { name: 'validation status: 422' });
  await expect(row.getByText('Correct the fields and send the request again.')).toBeInViewport({ ratio: 1 });
});
