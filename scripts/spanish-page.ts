import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const fence = /^```[^\n]*\n[\s\S]*?^```$/gm;

/** A Spanish page with the code blocks of its English page, by position. A translator never edits code. */
export function withCodeOf(english: string, spanish: string): string {
  const blocks = english.match(fence) ?? [];
  let at = 0;
  return spanish.replace(fence, (own) => blocks[at++] ?? own);
}

/** Copies the code of each page of docs/ into its translation in docs/es/. */
export function copyCodeToSpanishPages(): void {
  if (!existsSync('docs/es')) return;
  for (const name of readdirSync('docs/es')) {
    const spanish = readFileSync(`docs/es/${name}`, 'utf8');
    writeFileSync(`docs/es/${name}`, withCodeOf(readFileSync(`docs/${name}`, 'utf8'), spanish));
  }
}
