import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './scripts/find-browser.ts';

// The workers read this file too: what was found once is theirs.
process.env.CHROMIUM_PATH = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  globalSetup: './tests/support/e2e-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Two cores: each worker has an application, a simulator and a browser of its own.
  workers: 2,
  // On a busy machine a browser may be late once; what passes at its second try is listed as flaky.
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
    // What slides and fades is drawn sixty times a second, and no test is of it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Without its pictures: recording those takes as long as the tests.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: browserArguments },
  },
});
