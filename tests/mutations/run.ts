import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mutation, rooms } from './mutations.ts';
import { placeOf, sourcesUnder, withMistake } from './standing.ts';

/**
 * `npm run mutations [-- room or number …]`: puts the mistakes of mutations.ts into a copy of the project, each behind a
 * switch of the environment so that one build serves all, and runs the tests of the mistake’s room with it: those of
 * `npm test`, then those of `npm run test:slow`. Says which were noticed, and by which test.
 */
const wanted = process.argv.slice(2);
const numbered = Object.entries(rooms)
  .flatMap(([room, { tests, mutations }]) => mutations.map((mutation) => ({ room, tests, mutation })))
  .map((each, index) => ({ ...each, number: index + 1 }));
const chosen = numbered.filter(
  ({ room, number }) => wanted.length === 0 || wanted.includes(room) || wanted.includes(String(number)),
);

const mostSeconds = '600';
/** What `timeout` ends with. */
const timedOut = 124;

const folder = mkdtempSync(join(tmpdir(), 'alta-mutations-'));
try {
  run('sh', '-c', `git ls-files -z | xargs -0 cp --parents -t ${folder} && cp -al node_modules ${folder}`);
  run('sh', '-c', `cd ${folder} && npm run sdk`);
  for (const { mutation, number } of numbered) mutate(mutation, number);
  refuseFailing();
  report();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Tests that fail without a mistake would notice each. */
function refuseFailing(): void {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  const failing = firstFailure(files, 0);
  if (failing) throw new Error(`Without a mistake this fails: ${failing.test}`);
}

function report(): void {
  const survivors: string[] = [];
  let quickly = 0;
  for (const { room, tests, mutation, number } of chosen) {
    const startedAt = Date.now();
    const killer = firstFailure(tests, number);
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    const what = `${String(number).padStart(2)} ${room}: ${mutation.code} -> ${mutation.becomes || 'nothing'}`;
    console.log(`${killer ? 'noticed ' : 'SURVIVED'} ${what} (${seconds} s)`);
    if (killer) console.log(`            ${killer.test}${killer.isSlow ? ' (slow)' : ''}`);
    else survivors.push(what);
    if (killer && !killer.isSlow) quickly += 1;
  }
  const noticed = chosen.length - survivors.length;
  console.log(`\n${noticed} of ${chosen.length} were noticed, ${quickly} of them by npm test alone.`);
}

/** The first test that fails, the quick ones first; undefined when all pass. */
function firstFailure(tests: string[], number: number): { test: string; isSlow: boolean } | undefined {
  for (const [project, filter] of [
    ['unit', '!slow'],
    ['integration', '!slow'],
    ['integration', 'slow'],
  ] as const) {
    const isSlow = filter === 'slow';
    const files = tests.filter((path) => path.startsWith(project)).map((path) => `tests/${path}`);
    if (files.length === 0) continue;
    // A mistake may make a worker turn for ever, which no test's own limit ends.
    const { status, stdout, stderr } = spawnSync(
      'timeout',
      [
        mostSeconds,
        'npx',
        'vitest',
        'run',
        '--project',
        project,
        '--tags-filter',
        filter,
        '--bail',
        '1',
        ...files,
      ],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, MUTATION: String(number), NO_COLOR: '1' } },
    );
    if (status === 0) continue;
    if (status === timedOut) return { test: `it did not end within ${mostSeconds} seconds`, isSlow };
    const output = `${stdout}\n${stderr}`;
    return { test: /^ *FAIL +(.*)$/m.exec(output)?.[1] ?? output.slice(-500), isSlow };
  }
  return undefined;
}

/** Puts a mistake into the copy. @throws Error when its code does not stand exactly once */
function mutate(mutation: Mutation, number: number): void {
  const sources = sourcesUnder(folder);
  const path = placeOf(mutation.code, sources);
  if (!path)
    throw new Error(`Mutation ${number} does not stand once in lib and the wizard: ${mutation.code}`);
  writeFileSync(path, withMistake(sources.get(path) ?? '', mutation, number));
}

function run(command: string, ...args: string[]): void {
  if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0) throw new Error(`${command} failed.`);
}
