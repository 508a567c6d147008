import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

let ofWorker: Promise<string> | undefined;

/**
 * The package as its users have it: packed, and installed without network into an empty directory. Made once
 * for the files of a worker.
 */
export function installedClient(): Promise<string> {
  ofWorker ??= install();
  return ofWorker;
}

async function install(): Promise<string> {
  const at = mkdtempSync(join(tmpdir(), 'alta-installed-'));
  process.once('exit', () => rmSync(at, { recursive: true, force: true }));
  // Other workers build it too, so each uses a separate tree.
  const tree = join(at, 'tree');
  for (const part of ['packages', 'scripts', 'docs', 'app', 'lib', 'package.json', 'tsconfig.json']) {
    cpSync(part, join(tree, part), {
      recursive: true,
      filter: (path) => !/\/(dist|node_modules)$/.test(path),
    });
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'));
  const npm = (args: string[], cwd: string) => run('npm', [...args, '--no-audit', '--no-fund'], { cwd });
  await npm(['pack', '--pack-destination', at], join(tree, 'packages/client'));
  const [tarball = ''] = readdirSync(at).filter((name) => name.endsWith('.tgz'));
  const empty = join(at, 'empty');
  await run('mkdir', [empty]);
  await npm(['init', '--yes'], empty);
  await npm(['install', '--offline', join(at, tarball)], empty);
  return empty;
}
