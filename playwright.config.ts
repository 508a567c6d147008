import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './scripts/find-browser.ts';

// Workers read this file too and find the path already set.
process.env.CHROMIUM_PATH = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  globalSetup: './tests/support/e2e-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Two cores: each worker has its own application, simulator and browser.
  workers: 2,
  // On a busy machine a browser may be late once. A test that passes on its second try is listed as flaky.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // Animations redraw sixty times a second, and no test is about them.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Without screenshots and snapshots: recording them takes as long as the tests.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: browserArguments },
  },
});
