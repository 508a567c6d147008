import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownVersion } from '#lib/version.ts';
import { changelogSection, commitsOf, releaseNotes } from '../../scripts/release-notes.ts';

const section = (version: string, does = 'Nothing.') => `## ${version} (2026-12-01)

### What is new

- More.

### What an operator must do

${does}
`;
const changelog = `# Changelog\n\n${section('0.10.0')}\n${section('0.1.0', 'Set ALTA_HOSTS.')}`;

test('a version has its own section', () => {
  expect(changelogSection(changelog, '0.1.0')).toContain('Set ALTA_HOSTS.');
  expect(changelogSection(changelog, '0.10.0')).not.toContain('Set ALTA_HOSTS.');
});

test.each([
  ['has no section', changelog, '0.1'],
  ['says nothing of what to do', section('0.2.0', ''), '0.2.0'],
  ['has no such heading', '## 0.2.0\n\nMore.', '0.2.0'],
])('a version that %s is not released', (_what, text, version) =>
  expect(() => changelogSection(text, version)).toThrow(version),
);

test('the current version has a section', () =>
  expect(changelogSection(readFileSync('CHANGELOG.md', 'utf8'), ownVersion())).not.toBe(''));

test('release notes list commits by kind and count the ones without effect', () => {
  const log = [
    'a1\x1ffeat(vault): keys rotate',
    'b2\x1ffix!: no host but ours',
    'b3\x1ffix: a typo',
    'c3\x1ftest: more',
    'd4\x1fwip',
    '',
  ];
  expect(releaseNotes('0.2.0', 'The section.', commitsOf(log.join('\n')))).toBe(`Alta 0.2.0

The section.

### Breaking

- no host but ours (b2)

### New

- vault: keys rotate (a1)

### Fixed

- a typo (b3)

2 other commits: tests, documentation, and changes without effect for users.`);
});
