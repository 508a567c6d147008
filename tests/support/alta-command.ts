import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { installedClient } from './installed-client.ts';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcessWithoutNullStreams;
  ended: Promise<Ran>;
  /** Output so far, of stdout and stderr. */
  output(): string;
}

/** A person with a separate home directory, who has installed the package into an empty directory. */
export async function newUser(env: Record<string, string> = {}) {
  const program = join(await installedClient(), 'node_modules/.bin/alta');
  const home = mkdtempSync(join(tmpdir(), 'alta-user-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const own = { PATH: process.env.PATH ?? '', HOME: home, ...env };

  function start(args: string[], more: Record<string, string> = {}, input?: string): Running {
    const running = begin(program, args, more);
    running.child.stdin.end(input);
    return running;
  }

  /** Runs on a terminal, made by the program `script`. Everything shown is in `stdout`. */
  const onTerminal = (args: string, more: Record<string, string> = {}): Running =>
    begin('script', ['-qec', `${program} ${args}`, '/dev/null'], more);

  function begin(file: string, args: string[], more: Record<string, string>): Running {
    const env = { ...own, ...more } as unknown as NodeJS.ProcessEnv;
    const child = spawn(file, args, { cwd: home, env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    const ended = new Promise<Ran>((resolve) =>
      child.once('close', (code) => resolve({ code, stdout, stderr })),
    );
    return { child, ended, output: () => stdout + stderr };
  }

  return {
    home,
    program,
    env: own,
    start,
    onTerminal,
    alta: (args: string[], more?: Record<string, string>, input?: string) => start(args, more, input).ended,
  };
}
export type User = Awaited<ReturnType<typeof newUser>>;
