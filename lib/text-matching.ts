const maxQueryLength = 100;

/** Characters that are removed. This and `separators` match `wordsOfDocument` (lib/database/tables/silo.ts). */
const marks = /[\u0300-\u036f.'’´]/g;
const separators = /(?:[^0-9a-z\u{a1}-\u{10ffff}]|[«»\u2000-\u206f\u3000])+/u;

/** Splits a text or a query into lower-case words without accents. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFD').replace(marks, '').toLowerCase().split(separators).filter(Boolean);
}

/** True if each word of the query is the prefix of a word in the text, as in the index of documents. */
export function matchesWordPrefixes(text: string, wanted: string): boolean {
  const [words, beginnings] = [wordsOf(text), wordsOf(wanted.slice(0, maxQueryLength))];
  return beginnings.length > 0 && beginnings.every((each) => words.some((word) => word.startsWith(each)));
}
