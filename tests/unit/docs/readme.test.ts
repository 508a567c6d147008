import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  documentType,
  documentTypesOf,
  unsupportedTypeReason,
} from '#lib/documents/invoice/document-types.ts';
import { codeBlocksOf } from '#tests/support/documentation.ts';

const readme = readFileSync('README.md', 'utf8');
const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
const spanish = readdirSync('docs/es').map((name) => `docs/es/${name}`);
const files = ['README.md', 'CONTRIBUTING.md', ...pages.map((name) => `docs/${name}`), ...spanish];

/** Files, pictures too, as they are linked from beside the file. */
const linkedFrom = (file: string) =>
  [
    ...readFileSync(file, 'utf8')
      .replaceAll(/^```.*?^```$/gms, '')
      .matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)/g),
  ].map(([, path = '']) => path);

describe('the table of documents in README.md', () => {
  const rows = readme
    .split('\n')
    .map((line) => /^\| .+ \| ([\d, ]+) \| (yes|not yet|no) \|$/.exec(line))
    .flatMap((row) => (row ? [{ codes: (row[1] ?? '').split(', '), issued: row[2] === 'yes' }] : []));
  const codesOf = (issued: boolean) =>
    rows.filter((row) => row.issued === issued).flatMap(({ codes }) => codes);

  test('lists as issued exactly the types that Alta issues', () => {
    expect(codesOf(true).sort()).toEqual(
      documentTypesOf(undefined, 'standard')
        ?.concat(
          documentTypesOf(undefined, 'credit-note') ?? [],
          documentTypesOf(undefined, 'debit-note') ?? [],
        )
        .sort(),
    );
  });

  test.each(codesOf(false))('lists %s as not issued, and Alta refuses it with its own reason', (code) => {
    expect(documentType(code)).toBeUndefined();
    expect(unsupportedTypeReason(code)).not.toBe(unsupportedTypeReason('no such type'));
  });
});

test.each(files)('%s links to files that exist', (file) => {
  const missing = linkedFrom(file).filter((path) => !existsSync(join(dirname(file), path)));
  expect(missing).toEqual([]);
});

test.each(files)('%s shows npm commands that exist', (file) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const named = codeBlocksOf(file).flatMap(({ text }) => [...text.matchAll(/\bnpm run ([\w:]+)/g)]);
  expect(named.map(([, name = '']) => name).filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('docs/README.md, the table of contents, lists every page of docs/', () => {
  const listed = new Set(linkedFrom('docs/README.md'));
  expect(pages.filter((name) => name !== 'README.md' && !listed.has(name))).toEqual([]);
});
