import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentClasses, documentTypesOf, invoiceTypes } from '#lib/documents/invoice/document-types.ts';
import { buildInvoice } from '#lib/documents/invoice/invoice.ts';
import { codeBlocks } from '#tests/support/documentation.ts';

/** Rows of the page's table, such as `| [C](#class-c) | 11, 12, 13, 15 | …`. */
const rows = [
  ...readFileSync('docs/documents.md', 'utf8').matchAll(/^\| \[(.+?)\].* \| ([\d, ]+) \| .* \| (WSFE\w+)/gm),
].map(([, name = '', types = '', service = '']) => ({ name, types: types.split(', '), service }));

test('the page lists every type that Alta issues, once, with its service', () => {
  const issued = invoiceTypes.flatMap((type) => documentTypesOf(undefined, type) ?? []);
  expect(rows.flatMap(({ types }) => types).sort()).toEqual(issued.sort());
  const exports = rows.filter(({ service }) => service === 'WSFEX').flatMap(({ types }) => types);
  expect(exports).toEqual(documentTypesOf('E', undefined));
  expect(documentClasses.E.service).toBe('wsfex');
});

test('the examples build as documents of the classes that they stand for', () => {
  const now = new Date('2026-12-01T15:00:00Z');
  const examples = codeBlocks('documents').filter(({ language }) => language === 'json');
  const types = examples.map(({ text }) => {
    const { tax } = buildInvoice(JSON.parse(text), { now, isForSending: true });
    return tax?.ext?.['ar-arca-doc-type'];
  });
  expect(types).toEqual(['1', '6', '11', '3', '201', '19']);
});
