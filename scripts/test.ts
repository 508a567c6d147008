import { spawnSync } from 'node:child_process';
import { findBrowser } from './find-browser.ts';

/** `npm test`: everything that CI runs, one after the other. The first failure ends it. */
const steps: [what: string, program: string, ...args: string[]][] = [
  ['types, lint and import rules', 'npm', 'run', '--silent', 'check'],
  ['unit tests', 'npm', 'run', '--silent', 'test:unit'],
  ['integration tests', 'npm', 'run', '--silent', 'test:integration'],
  ['end-to-end tests', 'npm', 'run', '--silent', 'test:e2e'],
];

const browser = await findBrowser();
const startedAt = Date.now();
for (const [what, program, ...args] of steps) {
  console.log(`\n── ${what}`);
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: browser },
  });
  if (status !== 0) {
    console.error(`\nnpm test: ${what} failed.`);
    process.exit(status ?? 1);
  }
}
console.log(`\nnpm test: all passed in ${Math.round((Date.now() - startedAt) / 1_000)} s.`);
