// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const main = fileURLToPath(new URL('../../../simulator/main.ts', import.meta.url));

function run(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [main], {
    stdio: 'pipe',
    env: { ...process.env, SIMULATOR_PORT: '0', ...env },
  });
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) return line;
  return '';
}

describe('the process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('ends with code 0 on %s', async (signal) => {
    const child = run({});
    expect(await firstLine(child)).toMatch(/^simulator listening on http:\/\/127\.0\.0\.1:\d+$/);
    const gone = once(child, 'exit');
    child.kill(signal);
    expect(await gone).toEqual([0, null]);
  });

  test('ends when its parent’s pipe closes, if so configured', async () => {
    const child = run({ SIMULATOR_EXIT_WITH_PARENT: '1' });
    await firstLine(child);
    const gone = once(child, 'exit');
    child.stdin?.end();
    expect(await gone).toEqual([0, null]);
  });

  test('fails to start with the reason', async () => {
    const first = run({});
    const port = /\d+$/.exec(await firstLine(first))?.[0] ?? '';
    const cases = [
      [{ SIMULATOR_PORT: port }, 'EADDRINUSE'],
      [{ SIMULATOR_PORT: 'hola' }, 'SIMULATOR_PORT'],
    ] as const;
    for (const [env, reason] of cases) {
      const child = run(env);
      let text = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      expect(await once(child, 'close')).toEqual([1, null]);
      expect(text).toContain(reason);
    }
    first.kill();
  });
});
