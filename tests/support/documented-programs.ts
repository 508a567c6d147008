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

/** Through a pipe, as in a terminal: what Node gives a child for its output, `/dev/stderr` does not open. */
export function runIn(
  cwd: string,
  command: string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  const child = spawn('bash', ['-c', 'set -o pipefail; "$0" "$@" 2>&1 | cat', ...command], {
    cwd,
    env: { ...process.env, ...environment },
    timeout: 100_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
