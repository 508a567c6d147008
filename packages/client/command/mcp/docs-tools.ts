import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Tool, tool } from './tool.ts';

/** Beside the bundle: those of the version that the command is of. */
const folder = new URL('./docs/', import.meta.url);

export function docsTools(): Tool[] {
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort();
  const [first = '', ...others] = pages;
  const page = z.enum([first, ...others]);
  const titles = pages.map((name) => `- ${name}: ${titleOf(textOf(name))}`).join('\n');
  return [
    tool({
      name: 'read_docs',
      title: 'Read the docs',
      description: `A page of the guides for integrators, in Markdown:\n${titles}`,
      effect: 'reads',
      input: z.strictObject({ page }),
      answer: async ({ page: name }) => textOf(name),
    }),
    tool({
      name: 'search_docs',
      title: 'Search the docs',
      description: 'The paragraphs of the guides in which all of these words are.',
      effect: 'reads',
      input: z.strictObject({ words: z.string().min(2) }),
      answer: async ({ words }) => {
        const found = paragraphsWith(words.toLowerCase().split(/\s+/), pages);
        return found.length ? found.join('\n\n') : 'Nothing has all of them: try fewer.';
      },
    }),
  ];
}

const textOf = (name: string): string => readFileSync(new URL(`${name}.md`, folder), 'utf8');
const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1] ?? '';

const most = 12;

const paragraphsWith = (words: string[], pages: string[]): string[] =>
  pages
    .flatMap((name) =>
      textOf(name)
        .split(/\n{2,}/)
        .filter((paragraph) => words.every((word) => paragraph.toLowerCase().includes(word)))
        .map((paragraph) => `[${name}] ${paragraph}`),
    )
    .slice(0, most);
