import { readdirSync, readFileSync } from 'node:fs';
import MiniSearch from 'minisearch';
import { describe, expect, test } from 'vitest';
import { lexGuide, markdownOf, readGuide } from '#app/docs/_guide.ts';
import { addressOf, isPage, pages, titleOf } from '#app/docs/_pages.ts';
import { searchDocuments } from '#app/docs/_search.ts';
import { searcher } from '../../../public/docs-search.js';
import { withCodeOf } from '../../../scripts/spanish-page.ts';

const translated = readdirSync('docs/es').map((file) => file.replace('.md', ''));

describe.each(translated)('docs/es/%s.md', (name) => {
  if (!isPage(name)) throw new Error(`${name} has no page in English.`);
  const spanish = readFileSync(`docs/es/${name}.md`, 'utf8');

  test('has the sections of the English page, in the same order', () => {
    const depths = (locale: 'en' | 'es') =>
      [...lexGuide(name, locale).headings.values()].map(({ depth, id }) => `${'#'.repeat(depth)} ${id}`);
    expect(depths('es')).toEqual(depths('en'));
  });

  test('has the code of the English page (`npm run docs` copies it)', () => {
    const english = readFileSync(`docs/${name}.md`, 'utf8');
    const count = (text: string) => text.match(/^```/gm)?.length ?? 0;
    expect([count(spanish), withCodeOf(english, spanish)]).toEqual([count(english), spanish]);
  });

  test('links to sections that exist', () => {
    const english = readFileSync(`docs/${name}.md`, 'utf8');
    const links = [...spanish.matchAll(/\]\((?:\.\.\/)?(?:([\w-]+)\.md)?#([^)\s]+)\)/g)];
    const wrong = links.filter(([, page = name, id = '']) => {
      // A page that is only in the repository: as the English page links it.
      if (!isPage(page)) return !english.includes(`](${page}.md#${id})`);
      return !readGuide(page).html.includes(` id="${id}"`);
    });
    expect(wrong.map(([link]) => link)).toEqual([]);
  });
});

test('a page without a translation is linked in English, and marked', () => {
  const page = pages.find(({ name }) => name === 'scaling');
  if (!page) throw new Error('There is no such page.');
  expect([addressOf(page.name, 'es'), titleOf(page, 'es')]).toEqual(['/docs/scaling', 'Escala (en inglés)']);
});

test('the Markdown of a generated page does not say how it was generated', () => {
  for (const locale of ['en', 'es'] as const) expect(markdownOf('errors', locale)).not.toContain('<!--');
});

test('a search on a Spanish page finds Spanish pages, and the reference', () => {
  const search = searcher(MiniSearch, searchDocuments('es'));
  const addresses = (words: string) =>
    search(words)
      .map(({ address }) => address)
      .slice(0, 5);
  expect(addresses('revoca la delegación')).toContain('/docs/es/delegation#when-it-stops');
  expect(addresses('createJob')).toContain('/api/docs/transform/v1#createJob');
});
