import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { E2eAlta } from '../support/e2e-alta.ts';
import { visitClosedPages, visitEveryPage } from '../support/e2e-pages.ts';
import { expect, test } from '../support/e2e-test.ts';
import { expectNoSidewaysScroll } from '../support/e2e-wizard.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const looks = [320, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

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
      for (const { width, colorScheme } of looks) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await expectNoSidewaysScroll(page);
        await settleColours(page);
        // Legacy only means: without a second tab for what is in frames. There are none.
        const { violations } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode().analyze();
        for (const { id, nodes } of violations) {
          found.push(`${name}, ${width} px, ${colorScheme}: ${id} at ${nodes.map((node) => node.target)}`);
        }
      }
    });
    expect(found).toEqual([]);
  });
}

/** Halfway between light and dark a button has neither's contrast. */
async function settleColours(page: Page) {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
}
