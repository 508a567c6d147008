import { gzipSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import type { Environment } from '#lib/environment.ts';
import { visitEveryPage } from '../support/e2e-pages.ts';
import { expect, test } from '../support/e2e-test.ts';

const kilobyte = 1_024;
/** Compressed. Foreign requests are watched in every test. */
const budget = { script: 5 * kilobyte, style: 15 * kilobyte, page: 60 * kilobyte, requests: 8 };

for (const environment of ['sandbox', 'live'] satisfies Environment[]) {
  test(`in ${environment}, no page weighs more than its budget`, async ({ page, alta }) => {
    let responses: Response[] = [];
    page.on('response', (response) => {
      if (!response.url().startsWith(alta.origin)) return;
      // A new page: what came before belongs to the one that it follows.
      if (response.request().isNavigationRequest()) responses = [];
      responses.push(response);
    });
    const over: string[] = [];
    let heaviest = 0;
    await visitEveryPage(page, alta, environment, async (name) => {
      await page.waitForLoadState('load');
      const weights = await Promise.all(responses.map(weigh));
      const sum = (type: string) =>
        weights.filter((each) => each.type === type).reduce((total, { bytes }) => total + bytes, 0);
      const whole = weights.reduce((total, { bytes }) => total + bytes, 0);
      heaviest = Math.max(heaviest, whole);
      expect(sum('document'), name).toBeGreaterThan(0);
      expect(sum('stylesheet'), name).toBeGreaterThan(0);
      if (sum('script') > budget.script) over.push(`${name}: ${sum('script')} bytes of scripts`);
      if (sum('stylesheet') > budget.style) over.push(`${name}: ${sum('stylesheet')} bytes of styles`);
      if (whole > budget.page) over.push(`${name}: ${whole} bytes`);
      if (weights.length > budget.requests) over.push(`${name}: ${weights.length} requests`);
    });
    expect(over).toEqual([]);
    test.info().annotations.push({ type: 'heaviest page', description: `${heaviest} bytes gz` });
  });
}

async function weigh(response: Response): Promise<{ type: string; bytes: number }> {
  const type = response.request().resourceType();
  return { type, bytes: gzipSync(await response.body()).length };
}
