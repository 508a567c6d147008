import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assumptions } from '#lib/rehearsal/assumptions.ts';

const rooms = ['app', 'docs', 'lib', 'messages', 'scripts', 'simulator', 'tests'];
const authority = 'docs/authority.md';
const thisFile = relative(process.cwd(), import.meta.filename);

const files = [
  ...readdirSync('.'),
  ...rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
  ),
]
  // Build output of the bench.
  .filter((name) => !name.split(sep).includes('.next'))
  .filter((name) => /\.(ts|tsx|js|cjs|json|css|md|example)$/.test(name) && statSync(name).isFile());

/** A document of ours, with an optional section. A path after a scheme or a placeholder does not count. */
const citation = /(?<![\w%:.}/-])([\w./-]+\.md)(?:#([\w-]+))?(?!\w|\.\w)/g;

const citations = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(citation)].map(([cited, path = '', section]) => ({
    file,
    cited,
    section,
    // From the root, beside the file, or in docs/ for pages generated from the code.
    document: [path, join(dirname(file), path), join('docs', path)].find(existsSync),
  })),
);

/** Anchors as GitHub and app/docs derive them from headings. A Spanish page has those of the English one. */
const sectionsOf = (document: string) =>
  sectionsIn(readFileSync(document.replace(/^docs\/es\//, 'docs/'), 'utf8'));

const sectionsIn = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every cited document is in the repository', () => {
  expect(citations.filter(({ document }) => !document).map(({ file, cited }) => `${file}: ${cited}`)).toEqual(
    [],
  );
});

test('every cited section is in its document', () => {
  const missing = citations.filter(
    ({ document, section }) => document && section && !sectionsOf(document).includes(section),
  );
  expect(missing.map(({ file, cited }) => `${file}: ${cited}`)).toEqual([]);
});

test('code cites the document about the authority by its sections only', () => {
  const inCode = citations.filter(
    ({ file, document }) => !file.endsWith('.md') && file !== thisFile && document === authority,
  );
  expect(inCode.length).toBeGreaterThan(0);
  const others = inCode.filter(({ cited, section }) => !section || cited !== `${authority}#${section}`);
  expect(others.map(({ file, cited }) => `${file}: ${cited}`)).toEqual([]);
});

describe(authority, () => {
  const text = readFileSync(authority, 'utf8');
  const sections = text.split(/^(?=#{2,3} )/m).filter((section) => section.startsWith('### '));

  test('every section has a unique name, and every link between sections has a target', () => {
    const names = sectionsOf(authority);
    expect(new Set(names).size).toBe(names.length);
    const links = [...text.matchAll(/\]\(#([\w-]+)\)/g)].map(([, name]) => name);
    expect(links.filter((name) => !names.includes(name ?? ''))).toEqual([]);
  });

  test('names every assumption that a rehearsal observes, in the section that its id begins with', () => {
    const named = sections.flatMap((section) => {
      const [, ids = ''] = /^- \*\*Rehearsed\*\*: (.+)\.$/m.exec(section) ?? [];
      const [name] = sectionsIn(section);
      return [...ids.matchAll(/`([^`]+)`/g)].map(([, id = '']) => ({ id, name }));
    });
    expect(named.filter(({ id, name }) => id.split('.')[0] !== name)).toEqual([]);
    const observed = assumptions.map(({ id }) => id.replace(/\.label\..+$/, '.label.*'));
    expect(named.map(({ id }) => id).toSorted()).toEqual([...new Set(observed)].toSorted());
  });

  test.each(sections.map((section) => [section.slice(4, section.indexOf('\n')), section]))(
    '%s names the code that depends on it',
    (_heading, section) => {
      const paths = [...section.matchAll(/`([^`\s]+)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => rooms.includes(path.split('/')[0] ?? '') && path.includes('/'));
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    },
  );
});
