import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const { version } = JSON.parse(readFileSync('packages/client/package.json', 'utf8')) as { version: string };

/**
 * An empty project of an integrator, with the client installed as published and without network.
 * Asynchronous, so that this process notices connections that the server closes meanwhile.
 */
export async function projectWithClient(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'integrator-'));
  const npm = (cwd: string, ...args: string[]) => promisify(execFile)('npm', args, { cwd });
  await npm('packages/client', 'pack', '--pack-destination', directory);
  writeFileSync(join(directory, 'package.json'), '{"name": "an-integrator", "type": "module"}');
  await npm(directory, 'install', '--offline', '--ignore-scripts', `./alta-ar-client-${version}.tgz`);
  return directory;
}

/**
 * JavaScript runtimes on this machine, one of each major version: the project's Node, the machine's, others.
 */
export function runtimesHere(): { name: string; command: string[] }[] {
  const onPath = (name: string) =>
    (process.env.PATH ?? '')
      .split(delimiter)
      .map((directory) => join(directory, name))
      .filter((file) => existsSync(file));
  const nodes = [process.execPath, ...onPath('node')].map((file) => ({
    name: `Node ${execFileSync(file, ['--version'], { encoding: 'utf8' }).replace(/^v(\d+).*\n/, '$1')}`,
    command: [file],
  }));
  const others = [
    ...onPath('deno').map((file) => ({ name: 'Deno', command: [file, 'run', '--allow-all'] })),
    ...onPath('bun').map((file) => ({ name: 'Bun', command: [file] })),
  ];
  return [...new Map([...nodes, ...others].map((runtime) => [runtime.name, runtime])).values()];
}
