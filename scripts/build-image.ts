import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasBuildah = (): boolean => spawnSync('buildah', ['--version']).status === 0;

/**
 * Builds deploy/Dockerfile of a checkout with buildah, on the base image `on`. npm in the build uses the registry and
 * the certificate authority that npm uses here.
 */
export function buildImage(on: string, checkout: string, image: string, ...more: string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'alta-npmrc-'));
  try {
    const npmrc = join(folder, 'npmrc');
    const settings = ['registry', 'cafile'].map((name) => [name, run('npm', 'config', 'get', name)]);
    const lines = settings.map(([name, value]) => (value === 'null' ? '' : `${name}=${value}\n`));
    writeFileSync(npmrc, lines.join(''));
    run(
      'buildah',
      ...['build', '--build-arg', `BASE=${on}`],
      ...['--secret', `id=npmrc,src=${npmrc}`, '--volume', '/etc/ssl/certs:/etc/ssl/certs:ro'],
      ...[...more, '--file', join(checkout, 'deploy/Dockerfile'), '--tag', image, checkout],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Builds the image of HEAD from a clone of its own, as docs/upgrades.md#rebuilding-the-image, and writes it to the
 * directory as an OCI archive, beside image-digest.txt: the digest under which a registry has it once it was pushed.
 * Returns the names of both files.
 */
export function writeImage(directory: string, version: string, base: string): string[] {
  const clone = mkdtempSync(join(tmpdir(), 'alta-release-image-'));
  const [archive, digest] = [`alta-${version}.oci.tar`, 'image-digest.txt'];
  const image = `localhost/alta:${version}`;
  try {
    run('git', 'clone', '--quiet', '.', clone);
    const time = run('git', 'log', '-1', '--format=%ct');
    const revision = run('git', 'rev-parse', 'HEAD');
    buildImage(base, clone, image, '--build-arg', `REVISION=${revision}`, '--timestamp', time);
    // `podman load` gives it this name.
    const target = `oci-archive:${join(directory, archive)}:localhost/alta:${version}`;
    run(
      'buildah',
      'push',
      '--quiet',
      '--format',
      'oci',
      '--digestfile',
      join(directory, digest),
      image,
      target,
    );
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
  return [archive, digest];
}

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
