import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import errorsEn from '#messages/errors.en.json' with { type: 'json' };
import errorsEs from '#messages/errors.es.json' with { type: 'json' };
import faultsEn from '#messages/faults.en.json' with { type: 'json' };
import { configurationPage, environmentExample } from '../../../scripts/configuration-page.ts';
import { errorPages } from '../../../scripts/error-page.ts';
import { limitPage } from '../../../scripts/limit-page.ts';

test.each([
  ...errorPages.map(({ file, page }): [string, () => string] => [file, page]),
  ['docs/limits.md', limitPage],
  ['docs/configuration.md', configurationPage],
  ['.env.example', environmentExample],
])('%s matches the code, from which `npm run docs` writes it', (file, page) => {
  expect(readFileSync(file, 'utf8')).toBe(page());
});

test('every code of the errors page is explained in both languages', () => {
  const namesIn = (texts: object): unknown =>
    Object.entries(texts).map(([name, text]) => [name, typeof text === 'object' ? namesIn(text) : '']);
  expect(namesIn(errorsEs)).toEqual(namesIn(errorsEn));
});

test('every code that leaves the API has its own row on the errors page', () => {
  for (const { file } of errorPages) {
    const page = readFileSync(file, 'utf8');
    const codes = [faultsEn, errorsEn.codes, errorsEn.fields, errorsEn.rows, errorsEn.definitions].flatMap(
      (texts) => Object.keys(texts),
    );
    for (const code of new Set(codes)) {
      // Some codes are named like a key, which has a row in the first list.
      const rows = Object.hasOwn(errorsEn.keys, code) ? 2 : 1;
      expect(page.split(`\n| \`${code}\` |`), code).toHaveLength(rows + 1);
    }
  }
});
