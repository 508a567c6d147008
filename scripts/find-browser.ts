import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

// The headless shell draws no window and takes a fifth less processor time.
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/**
 * The path of a working Chromium: `CHROMIUM_PATH`, one on the PATH, or Playwright's. Nothing is installed.
 * @throws Error if there is none, or if `CHROMIUM_PATH` does not work
 */
export function findBrowser(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (runs(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which does not start as a browser.`);
  }
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  const candidates = programs.flatMap((program) => directories.map((directory) => join(directory, program)));
  const found = [...candidates, chromium.executablePath()].find((path) => existsSync(path) && runs(path));
  if (found) return found;
  throw new Error('No Chromium was found: install Chromium or Chrome, or set CHROMIUM_PATH.');
}

/** Chromium's sandbox does not run as root; elsewhere it stays on. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** On some systems `chromium-browser` only prints how to install it. */
function runs(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && /chrom/i.test(stdout);
}
