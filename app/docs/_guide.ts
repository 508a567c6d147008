import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { escaped } from './_escaped.ts';
import { isShort } from './_lines.ts';
import { addressOf, isPage, type PageName } from './_pages.ts';
import { codeBlock, tabsExtension, withTabs } from './_tabs.ts';

export interface Heading {
  id: string;
  text: string;
  depth: number;
}
export interface Guide {
  html: string;
  headings: Heading[];
}

/** A page of docs/ as HTML. */
export function readGuide(name: PageName): Guide {
  const { tokens, headings } = lexGuide(name);
  return { html: markdown(headings).parser(withTabs(tokens)), headings: [...headings.values()] };
}

/** The page's tokens, and its headings with their ids. */
export function lexGuide(name: PageName): { tokens: Token[]; headings: Map<Token, Heading> } {
  const tokens = new Marked().lexer(readFileSync(join(process.cwd(), 'docs', `${name}.md`), 'utf8'));
  const headings = new Map<Token, Heading>();
  const taken = new Map<string, number>();
  for (const token of tokens) {
    if (token.type !== 'heading') continue;
    const { depth, text } = token as Tokens.Heading;
    const id = idOf(text);
    const before = taken.get(id) ?? 0;
    taken.set(id, before + 1);
    headings.set(token, { id: before ? `${id}-${before}` : id, text: text.replaceAll('`', ''), depth });
  }
  return { tokens, headings };
}

/** Drops HTML inside the Markdown, and allows links only to other pages, within the page, and to https. */
function markdown(headings: Map<Token, Heading>): Marked {
  return new Marked({
    async: false,
    extensions: [tabsExtension()],
    renderer: {
      html: () => '',
      heading(token) {
        const { id = '' } = headings.get(token) ?? {};
        const text = this.parser.parseInline(token.tokens);
        const linked = token.depth > 1 ? `<a href="#${id}">${text}</a>` : text;
        return `<h${token.depth} id="${id}">${linked}</h${token.depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = linkOf(href);
        return address ? `<a href="${address}">${text}</a>` : text;
      },
      // Pictures are shown only in the repository. A paragraph with only a picture is dropped.
      image: () => '',
      paragraph({ tokens }) {
        const text = this.parser.parseInline(tokens);
        return text ? `<p>${text}</p>\n` : '';
      },
      table(token) {
        const cells = (row: typeof token.header, tag: 'th' | 'td') =>
          row
            // An empty corner cell is not a heading.
            .map((cell) => ({ text: this.parser.parseInline(cell.tokens), as: cell.text ? tag : 'td' }))
            .map(({ text, as }) => `<${as}>${text}</${as}>`)
            .join('');
        const body = token.rows
          .map((row) => `<tr${attributeOf(rowId(token, row))}>${cells(row, 'td')}</tr>`)
          .join('\n');
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>\n${body}\n</tbody></table></div>\n`;
      },
      code: codeBlock,
      codespan: ({ text }) => `<code${isShort(text) ? ' class="short"' : ''}>${escaped(text)}</code>`,
    },
  });
}

function linkOf(href: string): string | undefined {
  if (/^(https:\/\/|#)/.test(href) || /^\/api\/docs(\/[\w/-]+)?(#[\w-]+)?$/.test(href)) return escaped(href);
  const [, name = '', fragment = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  return isPage(name) ? `${addressOf(name)}${fragment}` : undefined;
}

/** Id of a row in the catalogue of errors: `key-validation`, `code-other-cuit`. */
export function rowId({ header }: Tokens.Table, row: Tokens.TableCell[]): string | undefined {
  const [, name] = /^`([\w-]+)`$/.exec(row[0]?.text ?? '') ?? [];
  const { text: heading = '' } = header[0] ?? {};
  return name && ['key', 'code'].includes(heading) ? `${heading}-${name}` : undefined;
}

const attributeOf = (id: string | undefined) => (id ? ` id="${id}"` : '');

/** Same ids as GitHub's. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
