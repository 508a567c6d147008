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
  /** Which rules are looked at; that the page fits its window is in each look. */
  rules?: 'all' | 'contrast';
}

const phone: Look = { width: 320, colorScheme: 'light', rules: 'all' };
/** A narrow window is where a page breaks first. */
export const onPhone = [phone];

/** What is in the page is the same in both schemes: in the dark its colours are looked at, where most of it is shown. */
export const everyLook: Look[] = [
  phone,
  { width: 768, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark', rules: 'contrast' },
  // At the end: the next page begins in light, and need not hear of a change before its script is there.
  { width: 1280, colorScheme: 'light', rules: 'all' },
];

/** `npm test` looks at each page once, on a phone; `npm run test:slow` looks at it in every way. */
export const waysToLook: { how: string; looks: Look[]; tag: string[] }[] = [
  { how: 'on a phone', looks: onPhone, tag: ['@journey'] },
  { how: 'narrow or wide, light or dark', looks: everyLook, tag: [] },
];

/** Whether the texts of another language fit. */
export const everyWidth: Look[] = [320, 1280].map((width) => ({ width, colorScheme: 'light' }));

/** What axe finds on the page as it is, in each look; and whether it is wider than its window. */
export async function faultsInLooks(page: Page, looks: readonly Look[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await settle(page, colorScheme);
    const look = `${width} px, ${colorScheme}`;
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) faults.push(`${look}: ${excess} px wider than the window`);
    if (rules) faults.push(...(await axeFaults(page, rules)).map((fault) => `${look}: ${fault}`));
  }
  // A wide window shows all cards of a step at once, and the test goes on in it.
  await page.setViewportSize({ width: 1280, height: 900 });
  return faults;
}

/** Halfway between light and dark a button has neither's contrast. What turns for ever is not waited for. */
async function settle(page: Page, colorScheme: Look['colorScheme']) {
  await page.evaluate(async (scheme) => {
    const frame = () => new Promise(requestAnimationFrame);
    const { dataset } = document.documentElement;
    // The Console's script hears of the scheme from the browser, and says when it has it.
    while ((dataset.mantineColorScheme ?? scheme) !== scheme) await frame();
    await frame();
    await frame();
    // Asked again with each frame: the promise of one whose element went away may be left open by the browser.
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    while (document.getAnimations().some(isEnding)) await frame();
  }, colorScheme);
}

/** In the page itself, and brought there once: handing over all that axe was content with takes longer than its work. */
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
