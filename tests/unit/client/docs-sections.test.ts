import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPage, searchSections, sectionsOf } from '../../../packages/client/command/docs-sections.ts';

const textOf = (name: string) => readFileSync(`docs/${name}.md`, 'utf8');
const sections = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => sectionsOf(name.slice(0, -3), textOf(name.slice(0, -3))));
const found = (words: string) => searchSections(sections, words);
const placesIn = (text: string) => [...text.matchAll(/^\[(.*), section: .*\]$/gm)].map(([, page]) => page);

test.each([
  ['link for now', 'embed'],
  ['white label', 'white-label'],
  ['verify signature', 'webhooks'],
  ['other-cuit', 'errors'],
])('a search for «%s» finds it among the first sections, within 8,000 characters', (words, page) => {
  const text = found(words);
  expect(text.length).toBeLessThan(8_200);
  expect(placesIn(text).slice(0, 4)).toContain(page);
});

test('a section with all words comes before one with a word in its heading', () => {
  const [one, other] = [
    { page: 'a', title: 'Links', heading: 'Links', text: '# Links' },
    { page: 'b', title: 'Other', heading: 'Other', text: '# Other\n\nThe links expire.' },
  ];
  expect(placesIn(searchSections([one, other], 'links expire'))).toEqual(['b']);
  expect(placesIn(searchSections([other, one], 'links'))).toEqual(['a', 'b']);
  expect(searchSections([one, other], 'links xyzzy')).toMatch(/^No section contains all/);
  expect(searchSections([one, other], 'xyzzy')).toBe('No section contains any of the words.');
});

test('a long page is read by its sections', () => {
  const whole = readPage('errors', textOf('errors'));
  expect(whole.length).toBeLessThan(8_000);
  const [, ...names] = whole.split('`section`:\n- ')[1]?.split('\n- ') ?? [];
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect(readPage('errors', textOf('errors'), name)).toMatch(/^##/);
  expect(readPage('errors', textOf('errors'), 'xyzzy')).toContain('has no section');
});

test('a comment within a code block is no heading', () =>
  expect(sectionsOf('p', '# P\n```sh\n# no heading\n```\n## Q').map(({ heading }) => heading)).toEqual([
    'P',
    'Q',
  ]));
