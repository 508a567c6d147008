import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenceList, productionSbom } from './dependencies.ts';
import { packClients } from './pack-clients.ts';
import { changelogSection, commitsOf, releaseNotes } from './release-notes.ts';

/**
 * `npm run release`: writes notes, SBOM, list of licences and clients for the version in package.json to
 * `release/<version>`, and tags it locally. Nothing is pushed. `-- --dry-run` makes no tag and also runs if the
 * tree is not clean.
 */
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

const section = changelogSection(readFileSync('CHANGELOG.md', 'utf8'), version);
const last = run('git', 'tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n')[0];
const log = run('git', 'log', '--no-merges', '--format=%h%x1f%s', last ? `${last}..HEAD` : 'HEAD');
const notes = releaseNotes(version, section, commitsOf(log));

const directory = join('release', version);
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
console.log(`${directory} has notes.txt, licences.txt, sbom.cdx.json, ${clients.join(', ')}.`);

if (isTrial) process.exit(0);
// The notes' headings start with git's comment character.
run('git', 'tag', '--annotate', tag, '--cleanup=verbatim', '--file', join(directory, 'notes.txt'));
console.log(`Tagged ${tag} here. Publish it with: git push origin ${tag}`);
