import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The machine's `openssl`, as a judge that shares no code with us. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) console.warn('openssl is not on this machine: what it would judge is skipped');

/** Runs it with `input` in a file that takes the place of the argument `INPUT`. */
export function openssl(args: string[], input: string | Buffer) {
  const directory = mkdtempSync(join(tmpdir(), 'openssl-'));
  const file = join(directory, 'input');
  try {
    writeFileSync(file, input);
    const paths = args.map((arg) => (arg === 'INPUT' ? file : arg));
    const { status, stdout, stderr } = spawnSync('openssl', paths, { input });
    return { ok: status === 0, stdout, stderr: stderr.toString() };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
