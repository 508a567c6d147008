import type { Page } from '@playwright/test';
import axe from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
}
export const everyLook: Look[] = [320, 1280].flatMap((width) => [
  { width, colorScheme: 'light' as const },
  { width, colorScheme: 'dark' as const },
]);

/** What axe finds on the page as it is, in each look; and whether it is wider than its window. */
export async function faultsInLooks(page: Page, looks: readonly Look[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const look = `${width} px, ${colorScheme}`;
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) faults.push(`${look}: ${excess} px wider than the window`);
    faults.push(...(await axeFaults(page)).map((fault) => `${look}: ${fault}`));
  }
  return faults;
}

/** Halfway between light and dark a button has neither's contrast. What turns for ever is not waited for. */
async function settle(page: Page) {
  await page.waitForTimeout(50);
  // An animation whose element went away is cancelled, which is settled too.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** In the page itself, and brought there once: handing over all that axe was content with takes longer than its work. */
async function axeFaults(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, { runOnly, resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map((node) => `${node.target} ${node.failureSummary}`)}`,
    );
  }, tags);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
