import { type SpawnOptions, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { freePort } from './postgres.ts';

export interface Ending {
  /** 0 if it started and was ended by us. */
  code: number | null;
  said: string;
}

/** Starts the application like an operator. Returns its exit code and output. */
export async function start(env: Record<string, string>): Promise<Ending> {
  const port = String(await freePort());
  return run(['scripts/start.ts'], { NODE_ENV: 'production', PORT: port, LOG_LEVEL: 'info', ...env });
}

/** Runs one of our programs to its end. One that has started to serve is ended. */
export async function run(args: string[], env: Record<string, string>): Promise<Ending> {
  const options: SpawnOptions = { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] };
  const child = spawn(process.execPath, args, options);
  // A test that fails half-way must not leave the process behind.
  const orphaned = () => child.kill('SIGKILL');
  process.once('exit', orphaned);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      said += text;
      if (/"msg":"started"|^Alta is running/m.test(said)) child.kill('SIGTERM');
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  process.off('exit', orphaned);
  return { code, said };
}

/**
 * Runs one of our programs and kills it, at a moment drawn from the time that it last took to end by itself.
 * Returns whether it was killed.
 */
export type Killer = (args: string[], env: Record<string, string>) => Promise<boolean>;

export function killer(): Killer {
  let withinMs = 4_000;
  return async (args, env) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const timer = setTimeout(() => child.kill('SIGKILL'), randomInt(withinMs));
    const [code] = await ended;
    clearTimeout(timer);
    if (code !== null) withinMs = Math.ceil(performance.now() - begun);
    return code === null;
  };
}
