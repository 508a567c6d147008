import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort, startPostgres } from '#tests/support/postgres.ts';
import { buildImage } from '../../scripts/build-image.ts';

/**
 * `npm run test:containers [-- image]`: builds the image as root from what Debian and npm have, without a registry of
 * images, and runs two of it on one PostgreSQL as deploy/compose.yaml does: nothing to write on but two directories, no
 * rights, no root. With the name of an image it builds none. It takes minutes, and is no part of `npm test`.
 *
 * `-- --rebuild` only builds: HEAD twice, each from a clone of its own, and compares the bytes of their layers.
 */
const programs = ['buildah', 'debootstrap', 'podman', 'runc'];
const missing = programs.filter((program) => spawnSync(program, ['--version']).error);
if (missing.length > 0) {
  console.error(
    `Not tested: there is no ${missing.join(', no ')} here. apt-get install ${programs.join(' ')}`,
  );
  process.exit(1);
}

// Where no cgroup or mount of a container's own can be had, a build still can.
Object.assign(process.env, { BUILDAH_ISOLATION: 'chroot' });
const podman = ['--storage-driver', 'overlay', '--runtime', 'runc', '--cgroup-manager', 'cgroupfs'];
const folder = mkdtempSync(join(tmpdir(), 'alta-containers-'));
const names = ['alta-containers-1', 'alta-containers-2'];
const [argument] = process.argv.slice(2);
try {
  if (argument === '--rebuild') rebuild();
  else await test(argument ?? build(base(), '.', 'localhost/alta-containers'));
  console.log('All of it holds.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function test(image: string): Promise<void> {
  const postgres = await startPostgres();
  try {
    await prove(image, postgres.url);
  } finally {
    for (const name of names) spawnSync('podman', [...podman, 'rm', '--force', name]);
    await postgres.stop();
  }
}

/** Builds HEAD twice by the command of docs/upgrades.md, and compares the layers. */
function rebuild(): void {
  const revision = run('git', 'rev-parse', 'HEAD');
  const time = run('git', 'log', '-1', '--format=%ct');
  const on = base();
  const [first, second] = [1, 2].map((round) => {
    const clone = join(folder, `clone-${round}`);
    run('git', 'clone', '--quiet', '.', clone);
    const image = `localhost/alta-rebuilt-${round}`;
    build(on, clone, image, '--build-arg', `REVISION=${revision}`, '--timestamp', time);
    const inspected = JSON.parse(run('buildah', 'inspect', '--type', 'image', image));
    return String(inspected.Docker.rootfs.diff_ids);
  });
  check(`the layers are the same: ${first}`, first === second);
}

/** The image that builds: a Debian with this Node and this npm. Returns its name. */
function base(): string {
  const root = join(folder, 'base');
  say('A Debian of its own …');
  run('debootstrap', '--variant=minbase', 'bookworm', root);
  const npm = dirname(dirname(process.env.npm_execpath ?? '/usr/lib/node_modules/npm/bin/npm-cli.js'));
  run('cp', '-L', process.execPath, join(root, 'usr/local/bin/node'));
  run('cp', '-a', npm, join(root, 'usr/local/lib/npm'));
  run('ln', '-s', '../lib/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  const container = run('buildah', 'from', 'scratch');
  run('cp', '-a', `${root}/.`, run('buildah', 'mount', container));
  run('buildah', 'config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', container);
  run('buildah', 'commit', '--quiet', '--rm', container, 'localhost/alta-containers-base');
  return 'localhost/alta-containers-base';
}

/** The image as docker builds it: an OCI image would have no health check. Returns its name. */
function build(on: string, checkout: string, image: string, ...more: string[]): string {
  say('The image …');
  buildImage(on, checkout, image, '--format', 'docker', ...more);
  return image;
}

async function prove(image: string, databaseUrl: string): Promise<void> {
  const bytes = Number(run('podman', ...podman, 'image', 'inspect', image, '--format', '{{.Size}}'));
  say(`${image}: ${Math.round(bytes / 1e6)} MB`);
  const secrets = join(folder, 'secrets');
  mkdirSync(secrets);
  chmodSync(folder, 0o755);
  writeFileSync(join(secrets, 'vault-key'), randomBytes(32).toString('base64'));
  writeFileSync(join(secrets, 'database-url'), `${databaseUrl}\n`);

  const ports = [await freePort(), await freePort()];
  for (const [index, name] of names.entries()) {
    const startedAt = Date.now();
    start(image, name, ports[index] ?? 0, secrets);
    await until(`${name} is ready`, () => answers(ports[index]));
    say(`${name} is ready after ${Date.now() - startedAt} ms`);
  }
  for (const name of names) proveHardening(name);
  // The image of a release has none, because OCI's format has no place for it.
  if (run('podman', ...podman, 'image', 'inspect', image, '--format', '{{.HealthCheck}}') === '<nil>')
    say('the image has no health check');
  else {
    const health = spawnSync('podman', [...podman, 'healthcheck', 'run', names[0] ?? '']);
    check('the image’s health check passes', health.status === 0);
  }

  // One is ended while the other serves.
  run('podman', ...podman, 'stop', '--time', '60', names[0] ?? '');
  const code = run('podman', ...podman, 'inspect', names[0] ?? '', '--format', '{{.State.ExitCode}}');
  check('SIGTERM ends the instance in order', code === '0');
  check('the other instance keeps serving', await answers(ports[1]));
}

function start(image: string, name: string, port: number, secrets: string): void {
  run(
    'podman',
    ...[...podman, 'run', '--detach', '--name', name, '--init', '--network', 'host'],
    ...['--read-only', '--read-only-tmpfs=false', '--tmpfs', '/tmp:rw,size=64m', '--cap-drop', 'all'],
    ...['--security-opt', 'no-new-privileges', '--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'],
    ...['--volume', `${secrets}:/run/secrets:ro`, '--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1'],
    ...['--env', 'ALTA_VAULT_KEY_FILE=/run/secrets/vault-key'],
    ...['--env', 'DATABASE_URL_FILE=/run/secrets/database-url', image],
  );
}

function proveHardening(name: string): void {
  const inside = (code: string) => run('podman', ...podman, 'exec', name, 'node', '-p', code);
  const write = (path: string) => `try { fs.writeFileSync('${path}', ''); 'written' } catch (e) { e.code }`;
  check('the process is not root', inside('process.getuid()') === '1000');
  check('the application’s files are read-only', inside(write('/app/lib/env.ts')) === 'EROFS');
  check('the root is read-only', inside(write('/x')) === 'EROFS');
  check('the data directory is writable', inside(write('/data/x')) === 'written');
  check('/tmp is writable', inside(write('/tmp/x')) === 'written');
  const status = inside("fs.readFileSync('/proc/self/status', 'utf8')");
  check('the process has no capabilities', /^CapEff:\s*0+$/m.test(status) && /^CapBnd:\s*0+$/m.test(status));
  check('the process gains no privileges', /^NoNewPrivs:\s*1$/m.test(status));
  check(
    'the image has no shell',
    spawnSync('podman', [...podman, 'exec', name, 'sh', '-c', 'true']).status !== 0,
  );
}

async function answers(port = 0): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
  return answer?.ok ?? false;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 180_000; Date.now() < end; ) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`It was not so within three minutes: ${what}`);
}

function check(what: string, isSo: boolean): void {
  if (!isSo) throw new Error(`It is not so: ${what}`);
  say(`  ${what}`);
}

function say(text: string): void {
  console.log(text);
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}
