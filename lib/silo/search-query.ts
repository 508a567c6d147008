import { normaliseCuit } from '#lib/documents/cuit.ts';

const mostWords = 8;
const longest = 100;

/** As `wordsOfDocument` (lib/database/tables/silo.ts) takes a document apart. */
const marks = /[\u0300-\u036f.'’´]/g;
const between = /(?:[^0-9a-z\u{a1}-\u{10ffff}]|[«»\u2000-\u206f\u3000])+/u;

function wordsOf(text: string): string[] {
  return text.normalize('NFD').replace(marks, '').toLowerCase().split(between).filter(Boolean);
}

/**
 * What is looked for, as a tsquery: every word, each the beginning of one in the document. Digits with nothing
 * but separators between them are the beginning of one tax code. Undefined when there is no word in it.
 */
export function searchQuery(text: string): string | undefined {
  const asked = text.slice(0, longest);
  const code = normaliseCuit(asked);
  const words = /^\d+$/.test(code) ? [code] : wordsOf(asked).slice(0, mostWords);
  // The quotes keep a word from being read as an operator; there is neither a quote nor a backslash left in it.
  return words.length ? words.map((word) => `'${word}':*`).join(' & ') : undefined;
}
