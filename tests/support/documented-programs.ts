import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { filesOn, programOf, shownOutputs } from './documentation.ts';
import { installedClient } from './installed-client.ts';

interface Language {
  language: string;
  name: string;
  file: string;
  /** Command that runs the file. */
  command: string[];
  /** Exits with 0 if the machine has the interpreter and what the examples import. */
  probe: string[];
  /** Joins the blocks of a page into one file. */
  whole(program: string): string;
}

/** Finds the Python client as if its wheel were installed. */
export const pythonClient = { PYTHONPATH: resolve('packages/python') };

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
    // Plain JavaScript too: the Node of an integrator may not strip types.
    file: 'page.mjs',
    command: [process.execPath],
    probe: [process.execPath, '--version'],
    whole: asItIs,
  },
  {
    language: 'python',
    name: 'Python',
    file: 'page.py',
    command: ['/usr/bin/python3'],
    probe: ['/usr/bin/python3', '--version'],
    whole: asItIs,
  },
  {
    language: 'php',
    name: 'PHP',
    file: 'page.php',
    command: ['php', '-d', 'display_errors=stderr'],
    probe: ['php', '--version'],
    // Each block of a page may start with the opening tag of a file.
    whole: (program) => `<?php\n${program.replaceAll(/^<\?php$/gm, '')}`,
  },
];

/** Examples in `docs/<page>.md`, in each language of the page. */
export const documentedPrograms = languages.map(({ language, name, file, command, probe, whole }) => {
  const [prober = '', ...probing] = probe;
  return {
    language,
    name,
    isThere: spawnSync(prober, probing).status === 0,
    isIn: (page: string) => programOf(page, language) !== '',
    outputsIn: (page: string) => shownOutputs(page, language),
    /** Runs all of them together, in a new directory where the clients can be imported. */
    async run(page: string, environment: Record<string, string>): Promise<Ended> {
      const directory = mkdtempSync(join(tmpdir(), 'alta-docs-'));
      try {
        symlinkSync(join(await installedClient(), 'node_modules'), join(directory, 'node_modules'));
        symlinkSync(resolve('packages/php'), join(directory, 'alta-ar-client'));
        for (const { name, text } of filesOn(page)) writeFileSync(join(directory, name), text);
        writeFileSync(join(directory, file), whole(programOf(page, language)));
        return await runIn(directory, [...command, file], { ...pythonClient, ...environment });
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    },
  };
});

interface CompiledLanguage {
  name: string;
  /** File of docs/other-languages.md. */
  file: string;
  /** Shell command that compiles and runs it. */
  command: string;
  /** Shell command that fails where the compiler or its JSON library is missing. */
  probe: string;
}

const gson = '/usr/share/java/gson.jar';
const jsonNet = '/usr/lib/mono/gac/Newtonsoft.Json/*/Newtonsoft.Json.dll';

/** The programs of docs/other-languages.md. */
export const compiledPrograms = (
  [
    { name: 'Go', file: 'main.go', command: 'go run main.go', probe: 'go version' },
    {
      name: 'Java',
      file: 'Register.java',
      command: `java -cp ${gson} Register.java`,
      probe: `javac --version && ls ${gson}`,
    },
    {
      name: 'C#',
      file: 'Register.cs',
      command: `mcs -r:$(ls ${jsonNet}) -r:System.Net.Http.dll Register.cs && mono Register.exe`,
      probe: `mcs --version && mono --version && ls ${jsonNet}`,
    },
  ] satisfies CompiledLanguage[]
).map(({ name, file, command, probe }) => ({
  name,
  isThere: spawnSync('bash', ['-c', probe], { timeout: 10_000 }).status === 0,
  async run(environment: Record<string, string>): Promise<Ended> {
    const directory = mkdtempSync(join(tmpdir(), 'alta-docs-'));
    try {
      const [program] = filesOn('other-languages').filter((each) => each.name === file);
      writeFileSync(join(directory, file), program?.text ?? '');
      return await runIn(directory, ['bash', '-c', command], { ...localGo, ...environment });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
}));

interface Ended {
  code: number | null;
  /** Everything it printed, including errors. */
  output: string;
}

/**
 * Runs through a pipe, as in a terminal, because `/dev/stderr` cannot open what Node gives a child for its
 * output. All processes it started end with it, and after `mostMs` in any case: one left behind would hold
 * the pipe for ever.
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
    // Starts a new process group.
    detached: true,
  });
  const endAll = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has already ended.
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

/** Uses the installed version, without downloading another. */
export const localGo = { GOTOOLCHAIN: 'local' };

/** Reason why no program for this Go can run here; undefined if it can. */
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
