import { normaliseCuit } from '#lib/documents/cuit.ts';

const mostWords = 8;
const longest = 100;

/** As `wordsOfDocument` (lib/database/tables/silo.ts) takes a document apart. */
const marks = /[\u0300-\u036f.'’´]/g;
const between = /(?:[^0-9a-z\u{a1}-\u{10ffff}]|[«»\u2000-\u206f\u3000])+/u;

function wordsOf(text: string): string[] {
  return text.normalize('NFD').replace(marks, '').toLowerCase().split(between).filter(Boolean);
}

/** `3-12`: point of sale and number of an invoice, and as well the beginning of a tax code. */
const invoiceNumber = /^\s*(\d{1,5})\s*-\s*(\d{1,8})\s*$/;

/**
 * What is looked for, as a tsquery: every word, each the beginning of one in the document. Digits with nothing
 * but separators between them are the beginning of one tax code, or of an invoice's number as it is printed.
 * Undefined when there is no word in it.
 */
export function searchQuery(text: string): string | undefined {
  const asked = text.slice(0, longest);
  const code = normaliseCuit(asked);
  if (!/^\d+$/.test(code)) return wordsOf(asked).slice(0, mostWords).map(beginning).join(' & ') || undefined;
  const [, series = '', number = ''] = invoiceNumber.exec(asked) ?? [];
  const printed = series.padStart(5, '0') + number.padStart(8, '0');
  return number && printed !== code ? `${beginning(code)} | ${beginning(printed)}` : beginning(code);
}

// The quotes keep a word from being read as an operator; there is neither a quote nor a backslash left in it.
const beginning = (word: string) => `'${word}':*`;
