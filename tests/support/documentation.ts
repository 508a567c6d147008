import { readFileSync } from 'node:fs';

export interface CodeBlock {
  language: string;
  text: string;
}

/** The fenced blocks of a page of docs/, in their order. */
export const codeBlocks = (page: string): CodeBlock[] => blocksIn(readFileSync(`docs/${page}.md`, 'utf8'));

/** Those of one section of the README. */
export function readmeBlocks(heading: string): CodeBlock[] {
  const section = readFileSync('README.md', 'utf8')
    .split(/^(?=## )/m)
    .find((each) => each.startsWith(`## ${heading}\n`));
  if (section === undefined) throw new Error(`The README has no section ${heading}.`);
  return blocksIn(section);
}

function blocksIn(text: string): CodeBlock[] {
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

export const commands = (page: string): string => commandsOf(codeBlocks(page));

export const commandsOf = (blocks: CodeBlock[]): string =>
  blocks
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
    .join('\n');
