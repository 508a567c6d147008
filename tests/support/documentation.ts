import { readFileSync } from 'node:fs';

export interface CodeBlock {
  language: string;
  /** One of several languages that show the same. */
  isTab: boolean;
  /** File name, for a file beside the page's program: ```` ```python tab receiver.py ````. */
  file?: string | undefined;
  text: string;
}

/** The fenced blocks of a page of docs/, in order. */
export const codeBlocks = (page: string): CodeBlock[] => codeBlocksOf(`docs/${page}.md`);

/** The fenced blocks of any Markdown file. */
export const codeBlocksOf = (file: string): CodeBlock[] => blocksIn(readFileSync(file, 'utf8'));

function blocksIn(text: string): CodeBlock[] {
  return [...text.matchAll(/^```(\w*)( tab)?(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', tab, file, code = '']) => ({
      language,
      isTab: tab !== undefined,
      file,
      text: code,
    }),
  );
}

/** A page's program in one language: its commands, or its tabs in another language. */
export function programOf(page: string, language: string): string {
  return codeBlocks(page)
    .filter((block) => block.language === language && !block.file && (language === 'sh' || block.isTab))
    .map(({ text }) => text)
    .join('\n');
}

/** Files that a page shows in full. */
export const filesOn = (page: string): { name: string; text: string }[] =>
  codeBlocks(page).flatMap(({ file, text }) => (file ? [{ name: file, text }] : []));

/** Outputs of that program shown on the page: each `text` block that follows, after tabs for all of them. */
export function shownOutputs(page: string, language = 'sh'): string[] {
  const blocks = codeBlocks(page);
  return blocks.flatMap((block, index) => {
    if (block.language !== 'text') return [];
    const before = blocks.slice(0, index).toReversed();
    const others = before.findIndex((each) => !each.isTab);
    const tabs = others === -1 ? before : before.slice(0, others);
    const printing = tabs.length ? tabs : before.slice(0, 1);
    return printing.some((each) => each.language === language) ? [block.text.trim()] : [];
  });
}
