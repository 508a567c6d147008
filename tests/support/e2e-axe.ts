import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const runOnly: Record<'all' | 'contrast', axe.RunOnly> = {
  all: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  contrast: { type: 'rule', values: ['color-contrast'] },
};

export interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
  /** Rules to check. Every look also checks that the page fits its window. */
  rules?: 'all' | 'contrast';
}

const phone: Look = { width: 320, colorScheme: 'light', rules: 'all' };
/** A page breaks first in a narrow window. */
export const onPhone = [phone];

/** The content is the same in both schemes. The dark one only checks colours, where most of it is shown. */
export const everyLook: Look[] = [
  phone,
  { width: 768, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark', rules: 'contrast' },
  // Last, because the next page begins in light and need not hear of a change before its script has loaded.
  { width: 1280, colorScheme: 'light', rules: 'all' },
];

/** Checks that the texts of another language fit. */
export const everyWidth: Look[] = [320, 1280].map((width) => ({ width, colorScheme: 'light' }));

/** Axe's findings on the current page in each look, and whether it is wider than its window. */
export async function faultsInLooks(page: Page, looks: readonly Look[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const found = await faultsOfLoadedPage(page, colorScheme, rules).catch((error: unknown) => {
      // A page that waits loads itself again every few seconds.
      if (!String(error).includes('Execution context was destroyed')) throw error;
      return faultsOfLoadedPage(page, colorScheme, rules);
    });
    faults.push(...found.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
  }
  // A wide window shows all cards of a step at once. The test continues in it.
  await page.setViewportSize({ width: 1280, height: 900 });
  return faults;
}

async function faultsOfLoadedPage(page: Page, colorScheme: Look['colorScheme'], rules: Look['rules']) {
  await page.waitForLoadState('load');
  await settle(page, colorScheme);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...(excess > 0 ? [`${excess} px wider than the window`] : []),
    ...(rules ? await axeFaults(page, rules) : []),
  ];
}

/** Halfway between light and dark a button has the contrast of neither. */
async function settle(page: Page, colorScheme: Look['colorScheme']) {
  await page.evaluate(async (scheme) => {
    const frame = () => new Promise(requestAnimationFrame);
    const { dataset } = document.documentElement;
    // The Console's script learns the scheme from the browser, and sets this when it has it.
    while ((dataset.mantineColorScheme ?? scheme) !== scheme) await frame();
    await frame();
    await frame();
  }, colorScheme);
  await waitForAnimations(page);
}

/** Waits until nothing moves. Endless animations are not awaited. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Checked on each frame, because the browser may never settle the promise of an animation whose element
    // is gone.
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    while (document.getAnimations().some(isEnding)) await new Promise(requestAnimationFrame);
  });
}

/** Runs in the page, where it is loaded once: transferring all that passed takes longer than axe's work. */
async function axeFaults(page: Page, rules: 'all' | 'contrast'): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(source);
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, { runOnly, resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map((node) => `${node.target} ${node.failureSummary}`)}`,
    );
  }, runOnly[rules]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
