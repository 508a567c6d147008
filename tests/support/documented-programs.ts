import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { filesOn, programOf, shownOutputs } from './documentation.ts';

interface Language {
  language: string;
  name: string;
  file: string;
  /** What runs the file. */
  command: string[];
  /** Answers 0 where the machine has what runs it, and what the examples import. */
  probe: string[];
  /** The blocks of a page as one file. */
  whole(program: string): string;
}

const asItIs = (program: string) => program;

const languages: Language[] = [
  {
    language: 'sh',
    name: 'curl',
    file: 'page.sh',
    command: ['bash', '-euo', 'pipefail'],
    probe: ['bash', '--version'],
    whole: asItIs,
  },
  {
    language: 'ts',
    name: 'TypeScript',
    file: 'page.mts',
    command: [process.execPath],
    probe: [process.execPath, '--version'],
    whole: asItIs,
  },
  {
    language: 'python',
    name: 'Python',
    file: 'page.py',
    command: ['/usr/bin/python3'],
    probe: ['/usr/bin/python3', '-c', 'import requests'],
    whole: asItIs,
  },
  {
    language: 'php',
    name: 'PHP',
    file: 'page.php',
    command: ['php', '-d', 'display_errors=stderr'],
    probe: ['php', '--version'],
    // Each block of a page may be shown with the mark that a file begins with.
    whole: (program) => `<?php\n${program.replaceAll(/^<\?php$/gm, '')}`,
  },
];

/** What the examples in `docs/<page>.md` are, in each language that the page has. */
export const documentedPrograms = languages.map(({ language, name, file, command, probe, whole }) => {
  const [prober = '', ...probing] = probe;
  return {
    language,
    name,
    isThere: spawnSync(prober, probing).status === 0,
    isIn: (page: string) => programOf(page, language) !== '',
    outputsIn: (page: string) => shownOutputs(page, language),
    /** All of them together, in a directory of their own, where the project's packages can be imported. */
    async run(page: string, environment: Record<string, string>): Promise<Ended> {
      const directory = mkdtempSync(join(tmpdir(), 'alta-docs-'));
      try {
        symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
        for (const { name, text } of filesOn(page)) writeFileSync(join(directory, name), text);
        writeFileSync(join(directory, file), whole(programOf(page, language)));
        return await runIn(directory, [...command, file], environment);
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    },
  };
});

interface Ended {
  code: number | null;
  /** What it printed, complaints and all. */
  output: string;
}

/**
 * Through a pipe, as in a terminal: what Node gives a child for its output, `/dev/stderr` does not open. All that it has
 * started ends with it, and after `mostMs` in any case: a program that was left behind would hold the pipe for ever.
 */
export function runIn(
  cwd: string,
  command: string[],
  environment: Record<string, string> = {},
  mostMs = 100_000,
): Promise<Ended> {
  const child = spawn('bash', ['-c', 'set -o pipefail; "$0" "$@" 2>&1 | cat', ...command], {
    cwd,
    env: { ...process.env, ...environment },
    // A group of its own.
    detached: true,
  });
  const endAll = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Nothing of it is left.
    }
  };
  const deadline = setTimeout(endAll, mostMs);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(deadline);
      endAll();
      resolve({ code, output });
    }),
  );
}

/** What is installed, and nothing that it would fetch in its place. */
export const localGo = { GOTOOLCHAIN: 'local' };

/** Why no program for this Go can be run here; undefined where it can. */
export function whyNoGo(leastMinor: number): string | undefined {
  const { stdout } = spawnSync('go', ['version'], {
    encoding: 'utf8',
    timeout: 10_000,
    env: { ...process.env, ...localGo },
  });
  const [, major = 0, minor = 0] = /\bgo(\d+)\.(\d+)/.exec(stdout ?? '')?.map(Number) ?? [];
  const isThere = major > 1 || (major === 1 && minor >= leastMinor);
  return isThere ? undefined : `this machine has no Go of 1.${leastMinor} or newer`;
}
