import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

// The shell draws no window, which nobody looks at, and takes a fifth less of the processor.
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/**
 * The path of a Chromium that runs on this machine: `CHROMIUM_PATH`, one on the PATH, or Playwright's own. Nothing is
 * installed.
 * @throws Error that says so when there is none, or when `CHROMIUM_PATH` is none.
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
  throw new Error('There is no Chromium here: install Chromium or Chrome, or name one in CHROMIUM_PATH.');
}

/** Chromium's sandbox refuses to run as root; elsewhere it stays on. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Some systems have a `chromium-browser` that only says where to get one. */
function runs(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && /chrom/i.test(stdout);
}
