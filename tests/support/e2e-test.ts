import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import type { Environment } from '#lib/authority-environment.ts';
import { type E2eAlta, startAlta } from './e2e-alta.ts';
import { newSupplier, type Reached, type Supplier } from './e2e-supplier.ts';
import { watch } from './e2e-watch.ts';

interface WorkerFixtures {
  rateLimitFactor: string;
  portalShortcuts: 'on' | 'off';
  alta: E2eAlta;
}
interface TestFixtures {
  /**
   * A page in a new browser context: another person, or the same one elsewhere. Watched like every page here.
   */
  device: (options?: BrowserContextOptions) => Promise<Page>;
  /** A new supplier whose wizard was completed up to a page. */
  supplierAt: (environment: Environment, step?: Reached) => Promise<Supplier>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  rateLimitFactor: ['1000', { option: true, scope: 'worker' }],
  portalShortcuts: ['off', { option: true, scope: 'worker' }],
  alta: [
    async ({ rateLimitFactor, portalShortcuts }, use) => {
      const alta = await startAlta({ rateLimitFactor, portalShortcuts });
      await use(alta);
      await alta.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  device: async ({ browser, alta, contextOptions }, use) => {
    await alta.simulator.control.reset();
    const faults: string[][] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...contextOptions, ...options });
      faults.push(watch(context, { alta: alta.origin, portal: alta.simulator.url }));
      return waitingForAll(await context.newPage());
    });
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(faults.flat()).toEqual([]);
  },
  page: async ({ device }, use) => use(await device()),
  supplierAt: async ({ alta }, use) => {
    await use(async (environment, step = '') => {
      const supplier = await newSupplier(alta, environment);
      await supplier.reach(step);
      return supplier;
    });
  },
});

/**
 * The Console streams content to a hidden place at the end of the page, and a script of React moves it into
 * place on the next frame. `goto` waits until no content can be there twice.
 */
function waitingForAll(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = async (...where) => {
    const response = await goto(...where);
    await page.waitForFunction(() => document.querySelector('body > [hidden][id^="S:"]') === null);
    return response;
  };
  return page;
}

export { expect };
