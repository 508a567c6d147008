import type { Page } from '@playwright/test';
import type { E2eAlta } from '../support/e2e-alta.ts';
import { everyLook, faultsInLooks, type Look } from '../support/e2e-axe.ts';
import { visitClosedPages, visitEveryPage } from '../support/e2e-pages.ts';
import { expect, test } from '../support/e2e-test.ts';

/** Between a phone and a desk one scheme has to do. */
const looks: Look[] = [...everyLook, { width: 768, colorScheme: 'light' }];

const walks: Record<
  string,
  (page: Page, alta: E2eAlta, visit: (name: string) => Promise<void>) => Promise<void>
> = {
  'of the sandbox': (page, alta, visit) => visitEveryPage(page, alta, 'sandbox', visit),
  'of live': (page, alta, visit) => visitEveryPage(page, alta, 'live', visit),
  'of closed links': visitClosedPages,
};

for (const [which, walk] of Object.entries(walks)) {
  test(`no page ${which} has a violation of WCAG 2.2 AA that axe finds, narrow or wide, light or dark`, async ({
    page,
    alta,
  }) => {
    test.setTimeout(240_000);
    const found: string[] = [];
    await walk(page, alta, async (name) => {
      found.push(...(await faultsInLooks(page, looks)).map((fault) => `${name}, ${fault}`));
    });
    expect(found).toEqual([]);
  });
}
