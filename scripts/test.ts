import { spawn } from 'node:child_process';
import { findBrowser } from './find-browser.ts';

interface Step {
  what: string;
  script: string;
}

/**
 * `npm test`: everything that CI runs. What stands together runs side by side: the checks take one core, and nothing
 * of what the unit tests read. The first failure ends it.
 */
const stages: Step[][] = [
  [
    { what: 'types, lint and import rules', script: 'check' },
    { what: 'unit tests', script: 'test:unit' },
  ],
  [{ what: 'integration tests', script: 'test:integration' }],
  [{ what: 'end-to-end tests', script: 'test:e2e' }],
];

const env = { ...process.env, CHROMIUM_PATH: await findBrowser() };
const startedAt = Date.now();
const groups = new Set<number>();
process.once('exit', () => {
  for (const group of groups) process.kill(-group);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

for (const stage of stages) {
  if (stage.length > 1) console.log(`\n── ${stage.map(({ what }) => what).join(', and beside them ')} …`);
  await Promise.all(stage.map((step) => pass(step, stage.length === 1)));
}
console.log(`\nnpm test: all passed in ${Math.round((Date.now() - startedAt) / 1_000)} s.`);

/** Runs a step, which alone is seen while it runs, and otherwise when it has ended. A failure is the end of all. */
async function pass({ what, script }: Step, alone: boolean): Promise<void> {
  const heading = `\n── ${what}`;
  if (alone) console.log(heading);
  // A group of its own: what it started ends with it.
  const child = spawn('npm', ['run', '--silent', script], {
    stdio: alone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    detached: !alone,
    env: alone || !process.stdout.isTTY ? env : { ...env, FORCE_COLOR: '1' },
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
  console.error(`\nnpm test: ${what} failed.`);
  process.exit(code);
}
