import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A repository of its own with what `npm run release` reads, and a key of its own outside it. */
const folder = mkdtempSync(join(tmpdir(), 'alta-release-'));
const repository = join(folder, 'repository');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const release = join(repository, 'release', version);
const publicKey = join(repository, 'deploy/release-key.pub.pem');
const [privateKey, otherKey] = ['key.pem', 'other.pem'].map((name) => join(folder, name)) as [string, string];

/** The commands of docs/upgrades.md, as a reader copies them. */
const verification = /In the directory of the release.*?```shell\n(.*?)```/s.exec(
  readFileSync('docs/upgrades.md', 'utf8'),
)?.[1];

const identity = ['author', 'committer'].flatMap((who) => [
  [`GIT_${who.toUpperCase()}_NAME`, 'Test'],
  [`GIT_${who.toUpperCase()}_EMAIL`, 'test@alta.test'],
]);
const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, ...Object.fromEntries(identity) },
  }).trim();

function makeRelease(
  keyFile: string | undefined,
  args: string[] = [],
  more: Record<string, string | undefined> = { ALTA_IMAGE_BASE: undefined },
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.ts', ...args], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, ...Object.fromEntries(identity), ALTA_RELEASE_KEY_FILE: keyFile, ...more },
  });
  return { status, output: stdout + stderr };
}

/** Copies the release, lets `change` alter the copy, and verifies that. */
function verify(change: (directory: string) => void = () => {}) {
  const copy = join(repository, 'release', 'copy');
  rmSync(copy, { recursive: true, force: true });
  cpSync(release, copy, { recursive: true });
  change(copy);
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', verification ?? 'exit 9'], {
    cwd: copy,
    encoding: 'utf8',
  });
  return { isVerified: status === 0, output: stdout + stderr };
}

beforeAll(() => {
  mkdirSync(join(repository, 'deploy'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'CHANGELOG.md', 'LICENSE', 'scripts'])
    cpSync(name, join(repository, name), { recursive: true });
  cpSync('packages', join(repository, 'packages'), { recursive: true });
  // The client is packed as it is: its build takes longer than all the rest.
  const client = join(repository, 'packages/client/package.json');
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(client, 'utf8'));
  writeFileSync(client, JSON.stringify(manifest));
  symlinkSync(resolve('node_modules'), join(repository, 'node_modules'));
  writeFileSync(join(repository, '.gitignore'), 'node_modules\nrelease/\ndist/\n');
  for (const file of [privateKey, otherKey])
    execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', file], { stdio: 'ignore' });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'feat: all of it');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a release is refused without a key, or with one whose public half is not in the repository', () => {
  expect(makeRelease(undefined)).toEqual({
    status: 1,
    output: expect.stringContaining('ALTA_RELEASE_KEY_FILE'),
  });
  expect(makeRelease(privateKey)).toEqual({
    status: 1,
    output: expect.stringContaining('is not the public half'),
  });
  expect(git('tag')).toBe('');
});

test('a trial without a key is unsigned, and is not verified', () => {
  const { status, output } = makeRelease(undefined, ['--dry-run']);
  expect(status).toBe(0);
  expect(output).toContain('unsigned');
  expect(output).toContain('No image is built: ALTA_IMAGE_BASE');
  execFileSync('openssl', ['pkey', '-in', privateKey, '-pubout', '-out', publicKey]);
  expect(verify().isVerified).toBe(false);
  expect(git('tag')).toBe('');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'build: the key of the releases');
});

test('with a base the image of HEAD is built by buildah, and is listed with its digest', () => {
  // Stands in for buildah: a build takes minutes, and `npm run test:containers` makes one.
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const buildah = `#!/bin/sh
echo "$@" >> ${folder}/calls
for each; do
  case $each in oci-archive:*) file=\${each#oci-archive:}; echo archive > "\${file%%:*}" ;; esac
  if [ "$previous" = --digestfile ]; then printf sha256:abc > "$each"; fi
  previous=$each
done
`;
  writeFileSync(join(programs, 'buildah'), buildah, { mode: 0o755 });
  const more = { ALTA_IMAGE_BASE: 'registry.example.com/debian:12', PATH: `${programs}:${process.env.PATH}` };
  expect(makeRelease(privateKey, [], more)).toEqual({
    status: 1,
    output: expect.stringContaining('by its digest'),
  });
  const { status, output } = makeRelease(undefined, ['--dry-run'], more);
  expect([status, output]).toEqual([0, expect.stringContaining('image-digest.txt')]);
  const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8');
  for (const name of [`alta-${version}.oci.tar`, 'image-digest.txt']) expect(sums).toContain(`  ${name}\n`);
  expect(readFileSync(join(release, 'image-digest.txt'), 'utf8')).toBe('sha256:abc');
  const calls = readFileSync(join(folder, 'calls'), 'utf8');
  expect(calls).toContain('BASE=registry.example.com/debian:12');
  expect(calls).toContain(`REVISION=${git('rev-parse', 'HEAD')}`);
  const { payload } = JSON.parse(readFileSync(join(release, 'provenance.json'), 'utf8'));
  expect(Buffer.from(payload, 'base64').toString()).toContain('"imageBase":"registry.example.com/debian:12"');
});

test('a signed release is verified by the documented commands; altered or signed with another key it is not', () => {
  expect(makeRelease(otherKey).output).toContain('is not the public half');
  expect(makeRelease(privateKey)).toEqual({ status: 0, output: expect.stringContaining('is signed') });

  const commit = git('rev-parse', `v${version}^{commit}`);
  const { isVerified, output } = verify();
  expect(output).toContain('Signature Verified Successfully');
  for (const name of ['notes.txt', 'licences.txt', 'sbom.cdx.json', `alta-ar-client-${version}.tgz`])
    expect(output).toContain(`${name}: OK`);
  expect(output).toContain(`"gitCommit":"${commit}"`);
  expect(isVerified).toBe(true);

  const rewrite = (directory: string, change: (statement: string) => string) => {
    const file = join(directory, 'provenance.json');
    const envelope = JSON.parse(readFileSync(file, 'utf8'));
    const statement = Buffer.from(envelope.payload, 'base64').toString();
    expect(change(statement)).not.toBe(statement);
    envelope.payload = Buffer.from(change(statement)).toString('base64');
    writeFileSync(file, JSON.stringify(envelope, null, 2));
  };
  const alterations: [what: string, change: (directory: string) => void, says: string][] = [
    ['a file', (to) => appendFileSync(join(to, 'notes.txt'), 'x'), 'notes.txt: FAILED'],
    [
      'a file and its checksum',
      (to) => {
        appendFileSync(join(to, 'notes.txt'), 'x');
        execFileSync('bash', ['-c', 'sha256sum *.txt *.json > SHA256SUMS'], { cwd: to });
      },
      'Signature Verified Successfully',
    ],
    [
      'the statement',
      (to) => rewrite(to, (statement) => statement.replace(commit, '0'.repeat(40))),
      'Signature Verification Failure',
    ],
    [
      'the key',
      () => execFileSync('openssl', ['pkey', '-in', otherKey, '-pubout', '-out', publicKey]),
      'Signature Verification Failure',
    ],
  ];
  for (const [what, change, says] of alterations) {
    const altered = verify(change);
    expect({ what, ...altered }).toEqual({ what, isVerified: false, output: expect.stringContaining(says) });
  }
});
