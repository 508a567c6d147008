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
 * The path of a Chromium that runs on this machine: `CHROMIUM_PATH`, one on the PATH, Playwright's own; where
 * there is none it is installed, by Playwright or else by the system's packages.
 * @throws Error that says what was tried.
 */
export async function findBrowser(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (runs(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which does not start as a browser.`);
  }
  const found = lookAround();
  if (found) return found;
  const tried: string[] = [];
  for (const { what, command, when } of installers) {
    if (!when()) continue;
    console.log(`No Chromium was found on this machine: trying ${what} …`);
    const { status } = spawnSync('sh', ['-c', command], { stdio: 'inherit' });
    const installed = lookAround();
    if (installed) return installed;
    tried.push(`${what} (${status === 0 ? 'it ended well, yet no browser starts' : `exit code ${status}`})`);
  }
  throw new Error(
    `No Chromium could be found or installed. Tried: ${tried.join('; ')}.\n` +
      'Install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  );
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

const installers = [
  { what: 'npx playwright install chromium', command: 'npx playwright install chromium', when: () => true },
  {
    what: 'apt-get install chromium',
    command:
      'export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && ' +
      '(apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium)',
    when: () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
  },
];

function lookAround(): string | undefined {
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  const candidates = programs.flatMap((program) => directories.map((directory) => join(directory, program)));
  return [...candidates, chromium.executablePath()].find((path) => existsSync(path) && runs(path));
}

/** Some systems have a `chromium-browser` that only says where to get one. */
function runs(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && /chrom/i.test(stdout);
}
