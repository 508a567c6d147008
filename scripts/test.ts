import { spawn } from 'node:child_process';
import { findBrowser } from './find-browser.ts';

interface Step {
  what: string;
  script: string;
  args?: string[];
  needsBrowser?: boolean;
}

/**
 * `npm test`: what every change has to pass, in minutes; browser tests only with the tag `@journey`.
 * `npm run test:slow`: the rest, including integration tests with the tag `slow`. The steps of a group run in
 * parallel. The first failure ends the run.
 */
const runs: Record<'test' | 'test:slow', Step[][]> = {
  test: [
    [
      { what: 'types, lint and import rules', script: 'check' },
      { what: 'unit tests', script: 'test:unit' },
    ],
    [{ what: 'integration tests', script: 'test:integration', args: ['--tags-filter', '!slow'] }],
    [{ what: 'browser journeys', script: 'test:e2e', args: ['--grep', '@journey'], needsBrowser: true }],
  ],
  'test:slow': [
    [{ what: 'slow integration tests', script: 'test:integration', args: ['--tags-filter', 'slow'] }],
    [
      {
        what: 'the other browser tests',
        script: 'test:e2e',
        args: ['--grep-invert', '@journey'],
        needsBrowser: true,
      },
    ],
  ],
};
const name = process.argv.includes('--slow') ? 'test:slow' : 'test';

const startedAt = Date.now();
const noBrowser = whyNoBrowser();
const notRun: string[] = [];
const groups = new Set<number>();
process.once('exit', () => {
  for (const group of groups) process.kill(-group);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

for (const stage of runs[name]) {
  const possible = stage.filter(({ needsBrowser }) => !(needsBrowser && noBrowser));
  notRun.push(...stage.filter((step) => !possible.includes(step)).map(({ what }) => what));
  if (stage.length > 1) console.log(`\n── ${stage.map(({ what }) => what).join(', in parallel with ')} …`);
  await Promise.all(possible.map((step) => pass(step, stage.length === 1)));
}
console.log(`\nnpm run ${name}: all passed in ${Math.round((Date.now() - startedAt) / 1_000)} s.`);
if (notRun.length > 0) console.log(`Not run: ${notRun.join(', ')}. ${noBrowser}`);

/** Why no browser can be used, if so. A contributor's machine may have none. @throws Error without one in CI */
function whyNoBrowser(): string | undefined {
  try {
    process.env.CHROMIUM_PATH = findBrowser();
    return undefined;
  } catch (error) {
    if (process.env.CI) throw error;
    return (error as Error).message;
  }
}

/** Runs a step. A step that runs alone prints live, others at their end. A failure ends the run. */
async function pass({ what, script, args = [] }: Step, alone: boolean): Promise<void> {
  const heading = `\n── ${what}`;
  if (alone) console.log(heading);
  // A process group of its own, so that everything it started ends with it.
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    stdio: alone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    detached: !alone,
    env: alone || !process.stdout.isTTY ? process.env : { ...process.env, FORCE_COLOR: '1' },
  });
  if (child.pid && !alone) groups.add(child.pid);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => output.push(part));
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (status) => resolve(status ?? 1));
  });
  if (child.pid) groups.delete(child.pid);
  if (!alone) process.stdout.write(`${heading}\n${Buffer.concat(output)}`);
  if (code === 0) return;
  console.error(`\nnpm run ${name}: ${what} failed.`);
  process.exit(code);
}
