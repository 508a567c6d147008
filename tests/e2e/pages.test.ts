import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import type { Environment } from '#lib/authority-environment.ts';
import { everyLook, faultsInLooks } from '../support/e2e-axe.ts';
import { visitClosedPages, visitEveryPage } from '../support/e2e-pages.ts';
import { expect, test } from '../support/e2e-test.ts';

const kilobyte = 1_024;
/** Compressed. Foreign requests are watched in every test. */
const budget = { script: 5 * kilobyte, style: 15 * kilobyte, page: 60 * kilobyte, requests: 8 };

for (const environment of ['sandbox', 'live'] satisfies Environment[]) {
  test(`no page of ${environment} has a fault that axe finds or weighs more than its budget`, async ({
    page,
    alta,
  }) => {
    test.setTimeout(180_000);
    const weigh = scales(page, alta.origin);
    const found: string[] = [];
    await visitEveryPage(page, alta, environment, async (name) => {
      const faults = [...(await weigh()), ...(await faultsInLooks(page, everyLook))];
      found.push(...faults.map((fault) => `${name}, ${fault}`));
    });
    expect(found).toEqual([]);
  });
}

test(`no page of a closed link has a fault that axe finds`, async ({ page, alta }) => {
  const found: string[] = [];
  await visitClosedPages(page, alta, async (name) => {
    found.push(...(await faultsInLooks(page, everyLook)).map((fault) => `${name}, ${fault}`));
  });
  expect(found).toEqual([]);
});

/** Gives what is over its budget on the page that came last. */
function scales(page: Page, origin: string): () => Promise<string[]> {
  let responses: Response[] = [];
  page.on('response', (response) => {
    if (!response.url().startsWith(origin)) return;
    // A new page: what came before belongs to the one that it follows.
    if (response.request().isNavigationRequest()) responses = [];
    responses.push(response);
  });
  return async () => {
    await page.waitForLoadState('load');
    const weights = await Promise.all(responses.map(weightOf));
    const sum = (type: string) =>
      weights.filter((each) => each.type === type).reduce((total, { bytes }) => total + bytes, 0);
    const whole = weights.reduce((total, { bytes }) => total + bytes, 0);
    expect(sum('document')).toBeGreaterThan(0);
    expect(sum('stylesheet')).toBeGreaterThan(0);
    return [
      ...(sum('script') > budget.script ? [`${sum('script')} bytes of scripts`] : []),
      ...(sum('stylesheet') > budget.style ? [`${sum('stylesheet')} bytes of styles`] : []),
      ...(whole > budget.page ? [`${whole} bytes`] : []),
      ...(weights.length > budget.requests ? [`${weights.length} requests`] : []),
    ];
  };
}

async function weightOf(response: Response): Promise<{ type: string; bytes: number }> {
  const type = response.request().resourceType();
  return { type, bytes: gzipSync(await response.body()).length };
}
