import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorPage } from '#lib/http/error-catalogue.ts';
import { configurationPage, environmentExample } from '../../../scripts/configuration-page.ts';
import { limitPage } from '../../../scripts/limit-page.ts';

test.each([
  ['docs/errors.md', errorPage],
  ['docs/limits.md', limitPage],
  ['docs/configuration.md', configurationPage],
  ['.env.example', environmentExample],
])('%s matches the code, from which `npm run docs` writes it', (file, page) => {
  expect(readFileSync(file, 'utf8')).toBe(page());
});
