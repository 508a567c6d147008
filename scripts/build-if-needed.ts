import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const sources = ['app', 'lib', 'messages', 'public', 'instrumentation.ts', 'next.config.js'];

/** Builds the application in `directory` unless the last build is newer than all of its sources. */
export function buildIfNeeded(directory = '.', madeFrom = sources): void {
  const product = join(directory, '.next/BUILD_ID');
  const newest = newestIn(['package-lock.json', ...madeFrom.map((path) => join(directory, path))]);
  if (existsSync(product) && newest < statSync(product).mtimeMs) return;
  const name = directory === '.' ? 'Alta' : directory;
  console.log(`Building ${name} (about half a minute, the first time only) …`);
  const built = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'build', directory], {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`The build failed.\n${built.stdout}\n${built.stderr}`);
}

function newestIn(paths: string[]): number {
  return Math.max(
    ...paths.map((path) => {
      const stat = statSync(path);
      if (!stat.isDirectory()) return stat.mtimeMs;
      return Math.max(stat.mtimeMs, newestIn(readdirSync(path).map((name) => join(path, name))), 0);
    }),
    0,
  );
}
