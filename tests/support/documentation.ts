import { readFileSync } from 'node:fs';

export interface CodeBlock {
  language: string;
  text: string;
}

/** The fenced blocks of a page of docs/, in their order. */
export function codeBlocks(page: string): CodeBlock[] {
  const text = readFileSync(`docs/${page}.md`, 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    text: code,
  }));
}

/** What the commands of a page print as the page shows it: each `text` block after a command. */
export const shownOutputs = (page: string): string[] =>
  codeBlocks(page)
    .filter(({ language }, index, blocks) => language === 'text' && blocks[index - 1]?.language === 'sh')
    .map(({ text }) => text.trim());

export const commands = (page: string): string =>
  codeBlocks(page)
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
    .join('\n');
