import { type ChildProcess, spawn } from 'node:child_process';
import { stopTimesMs } from '#lib/shutdown.ts';

/** Starts one of our programs in `directory` and passes its output to `onLine`, line by line. */
export function startChild(
  script: string,
  childEnv: Record<string, string>,
  onLine: (line: string) => void = () => {},
  directory = process.cwd(),
): ChildProcess {
  const child = spawn(process.execPath, [script], {
    cwd: directory,
    env: { ...process.env, EXIT_WITH_PARENT: '1', SIMULATOR_EXIT_WITH_PARENT: '1', ...childEnv },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group of its own: Ctrl-C reaches only the parent, which then stops its children in order.
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    });
  }
  return child;
}

/** Ends a program with SIGTERM, and with SIGKILL if it does not exit within the longest time of a stop. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const { notice, drain, close } = stopTimesMs;
  const hurry = setTimeout(() => child.kill('SIGKILL'), notice + drain + close + 5_000);
  await ended;
  clearTimeout(hurry);
}

/** Polls `url` until it responds with success. @throws if `child` exits first, or after a minute */
export async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    if (child.exitCode !== null) throw new Error(`The process for ${url} ended with code ${child.exitCode}.`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} did not answer within a minute.`);
}
