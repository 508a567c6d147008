import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorPage } from '#lib/http/error-catalogue.ts';
import { limitPage } from '#lib/limit-page.ts';

test.each([
  ['errors', errorPage],
  ['limits', limitPage],
])('docs/%s.md says what the code does: `npm run docs` writes it', (name, page) => {
  expect(readFileSync(`docs/${name}.md`, 'utf8')).toBe(page());
});
