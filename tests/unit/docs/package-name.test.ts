import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { name, version } = JSON.parse(readFileSync('packages/client/package.json', 'utf8')) as Record<
  string,
  string
>;
const files = globSync(['README.md', 'docs/**/*.md', 'packages/client/*.md', 'packages/client/command/*.ts']);

/** Texts of the docs and of the command's help that match, with the file. */
const found = (pattern: RegExp) =>
  files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([whole, part]) => ({ file, text: part ?? whole })),
  );

test('the client is imported and installed by the name of its package', () => {
  const imported = found(/['"`](@alta[\w-]*\/client)\b/g);
  expect(imported.length).toBeGreaterThan(3);
  expect(imported.filter(({ text }) => text !== name)).toEqual([]);
  const packed = found(/\b([\w-]+-client-(?:\d[\d.]*\d|<version>)\.tgz)/g);
  const file = `${name?.replace('@', '').replace('/', '-')}-`;
  expect(packed.length).toBeGreaterThan(2);
  expect(
    packed.filter(({ text }) => ![`${file}${version}.tgz`, `${file}<version>.tgz`].includes(text)),
  ).toEqual([]);
});

test('no command of the docs could fetch a stranger’s package', () => {
  expect(found(/\bnpx (?!--no-install )[@\w][\w/-]*/g).filter(({ text }) => /alta/.test(text))).toEqual([]);
  expect(
    found(/\b(?:npx|bunx|pnpx|npm exec|npm install|npm i|pip install|composer require) [^\n`]*/g).filter(
      ({ text }) => /alta/.test(text) && !/--no-install|\.\/|\.tgz|\.whl/.test(text),
    ),
  ).toEqual([]);
  expect(found(/"command": "npx"/g)).toEqual([]);
});
