const longest = 100;

/** As `wordsOfDocument` (lib/database/tables/silo.ts) takes a document apart. */
const marks = /[\u0300-\u036f.'’´]/g;
const between = /(?:[^0-9a-z\u{a1}-\u{10ffff}]|[«»\u2000-\u206f\u3000])+/u;

/** Without marks and case: what is looked for, and what it is looked for in. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFD').replace(marks, '').toLowerCase().split(between).filter(Boolean);
}

/** Whether each word of what is looked for begins one of the text: what the index says of documents, of any text. */
export function hasBeginnings(text: string, wanted: string): boolean {
  const [words, beginnings] = [wordsOf(text), wordsOf(wanted.slice(0, longest))];
  return beginnings.length > 0 && beginnings.every((each) => words.some((word) => word.startsWith(each)));
}
