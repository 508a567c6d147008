import { execFileSync } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasBuildah, writeImage } from './build-image.ts';
import { licenceList, productionSbom } from './dependencies.ts';
import { packClients } from './pack-clients.ts';
import { changelogSection, commitsOf, releaseNotes } from './release-notes.ts';
import { readReleaseKey, writeProvenance } from './release-provenance.ts';

/**
 * `npm run release`: writes notes, SBOM, list of licences, clients, checksums and signed provenance for the version in
 * package.json to `release/<version>`, and tags it locally. Nothing is pushed. With ALTA_IMAGE_BASE, an image to build on,
 * it also writes the container image. `-- --dry-run` makes no tag, and also runs without a key or if the tree is not clean.
 */
const startedAt = new Date();
const isTrial = process.argv.includes('--dry-run');
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1_048_576 }).trim();
const refuse = (why: string): never => {
  console.error(why);
  process.exit(1);
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const client = JSON.parse(readFileSync('packages/client/package.json', 'utf8'));
const tag = `v${version}`;
if (lock.version !== version)
  refuse(`package-lock.json has version ${lock.version}, package.json ${version}.`);
if (client.version !== version)
  refuse(`packages/client has version ${client.version}, package.json ${version}.`);
if (run('git', 'tag', '--list', tag))
  refuse(
    `The tag ${tag} exists already: raise the version (npm version --no-git-tag-version --workspaces --include-workspace-root).`,
  );
if (!isTrial && run('git', 'status', '--porcelain')) refuse('The tree is not clean: commit first.');

let key: KeyObject | undefined;
const keyFile = process.env.ALTA_RELEASE_KEY_FILE;
if (!keyFile && !isTrial)
  refuse('ALTA_RELEASE_KEY_FILE is not set: docs/upgrades.md#releasing-one says how to make the key.');
try {
  if (keyFile) key = readReleaseKey(keyFile);
} catch (error) {
  refuse(error instanceof Error ? error.message : String(error));
}

const imageBase = process.env.ALTA_IMAGE_BASE;
if (imageBase && !hasBuildah())
  refuse('ALTA_IMAGE_BASE is set, but the image is built by buildah, which is not installed.');
if (imageBase && !isTrial && !/@sha256:[0-9a-f]{64}$/.test(imageBase))
  refuse('ALTA_IMAGE_BASE must name the image by its digest, …@sha256:…, so that others can rebuild it.');

const section = changelogSection(readFileSync('CHANGELOG.md', 'utf8'), version);
const last = run('git', 'tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n')[0];
const log = run('git', 'log', '--no-merges', '--format=%h%x1f%s', last ? `${last}..HEAD` : 'HEAD');
const notes = releaseNotes(version, section, commitsOf(log));

const directory = join('release', version);
// Files of an earlier run would be signed too.
rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
writeFileSync(join(directory, 'notes.txt'), `${notes}\n`);
writeFileSync(join(directory, 'licences.txt'), licenceList(lock));
const installed = run(
  'npm',
  'sbom',
  '--package-lock-only',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
);
const sbom = productionSbom(JSON.parse(installed), lock);
writeFileSync(join(directory, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
// Integrators install the clients from the release, because they are in no registry.
const clients = packClients(directory);
const image = imageBase ? writeImage(directory, version, imageBase) : [];
if (!imageBase)
  console.log(
    'No image is built: ALTA_IMAGE_BASE does not name one to build on (docs/upgrades.md#publishing-the-image).',
  );
const source = {
  tag,
  commit: run('git', 'rev-parse', 'HEAD'),
  npmVersion: run('npm', '--version'),
  startedAt,
  imageBase,
};
writeProvenance(directory, source, key);
console.log(
  `${directory} has notes.txt, licences.txt, sbom.cdx.json, ${[...clients, ...image].join(', ')}, SHA256SUMS and provenance.json, which is ${key ? 'signed' : 'unsigned'}.`,
);

if (isTrial) process.exit(0);
// The notes' headings start with git's comment character.
run('git', 'tag', '--annotate', tag, '--cleanup=verbatim', '--file', join(directory, 'notes.txt'));
console.log(`Tagged ${tag} here. Publish it with: git push origin ${tag}`);
