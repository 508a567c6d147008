import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { escaped } from './_escaped.ts';
import { isShort } from './_lines.ts';
import { addressOf, fileOf, isIn, isPage, type Locale, type PageName } from './_pages.ts';
import { codeBlock, infoOf, languageName, tabsExtension, withTabs } from './_tabs.ts';

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
export function readGuide(name: PageName, locale: Locale = 'en'): Guide {
  const { tokens, headings } = lexGuide(name, locale);
  return { html: markdown(headings, locale).parser(withTabs(tokens)), headings: [...headings.values()] };
}

const read = (name: PageName, locale: Locale) =>
  readFileSync(join(process.cwd(), fileOf(name, locale)), 'utf8');

/**
 * The page's tokens, and its headings with their ids. A Spanish heading has the id of the English heading at
 * its position, so that a link to a section is the same in both languages.
 */
export function lexGuide(
  name: PageName,
  locale: Locale = 'en',
): { tokens: Token[]; headings: Map<Token, Heading> } {
  const { tokens, headings } = lex(read(name, locale));
  if (locale === 'en') return { tokens, headings };
  const english = [...lex(read(name, 'en')).headings.values()];
  [...headings.values()].forEach((heading, at) => {
    heading.id = english[at]?.id ?? heading.id;
  });
  return { tokens, headings };
}

function lex(text: string): { tokens: Token[]; headings: Map<Token, Heading> } {
  const tokens = new Marked().lexer(text);
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

/** The first sentence of the page. */
export function summaryOf(name: PageName, locale: Locale): string {
  const { tokens } = lex(read(name, locale));
  const first = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  return (first ? textOf(first) : '').replace(/^(.*?[.:;])(\s.*)?$/s, '$1').replace(/[:;]$/, '.');
}

/** The page as Markdown. Links to what is not published, and pictures, leave only their text. */
export const markdownOf = (name: PageName, locale: Locale): string =>
  read(name, locale)
    .replace(/^<!--.*-->\n+/gm, '')
    .replace(/^!\[[^\]]*\]\([^)]*\)\n+/gm, '')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (whole, text, href) =>
      linkOf(href, locale) === undefined ? text : whole,
    );

/** Drops HTML inside the Markdown, and allows links only to other pages, within the page, and to https. */
function markdown(headings: Map<Token, Heading>, locale: Locale): Marked {
  return new Marked({
    async: false,
    extensions: [tabsExtension(locale)],
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
        const link = linkOf(href, locale);
        if (!link) return text;
        const language = link.isEnglish ? ' hreflang="en"' : '';
        return `<a href="${escaped(link.address)}"${language}>${text}</a>`;
      },
      // Pictures are shown only in the repository. A paragraph with only a picture is dropped.
      image: () => '',
      paragraph({ tokens }) {
        const text = this.parser.parseInline(tokens);
        return text ? `<p>${text}</p>\n` : '';
      },
      table(token) {
        const isCatalogue = rowKinds[token.header[0]?.text ?? ''] !== undefined;
        const cells = (row: typeof token.header, tag: 'th' | 'td') =>
          row
            .map((cell, at) => {
              // An empty corner cell is not a heading.
              const as = cell.text ? tag : 'td';
              // On a narrow screen a row is a block, and its cells have their own names.
              const name = tag === 'td' ? token.header[at]?.text.replaceAll('`', '') : undefined;
              const label = name ? ` data-label="${escaped(name)}"` : '';
              return `<${as}${label}>${this.parser.parseInline(cell.tokens)}</${as}>`;
            })
            .join('');
        const body = token.rows
          .map((row) => `<tr${attributeOf(rowId(token, row))}>${cells(row, 'td')}</tr>`)
          .join('\n');
        return `<div class="table${isCatalogue ? ' catalogue' : ''}" tabindex="0" role="group" aria-label="${locale === 'en' ? 'Table' : 'Tabla'}"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>\n${body}\n</tbody></table></div>\n`;
      },
      code: codeBlock,
      codespan: ({ text }) =>
        isShort(text)
          ? `<code class="short">${escaped(text)}</code>`
          : `<code>${wrapping(escaped(text))}</code>`,
    },
  });
}

/** A long name wraps after a word of it, a path before a slash, and an option such as `-H` never. */
const wrapping = (code: string): string =>
  code
    .replace(/(?<=\w[._])(?=\w)|(?<=[\w}])(?=\/)/g, '<wbr>')
    .replace(/(?<=^|\s)-\w(?!\w)/g, '<span class="short">$&</span>');

/** Address to which a link in a page leads. A Spanish page links one folder up where there is no Spanish page. */
function linkOf(href: string, locale: Locale): { address: string; isEnglish?: boolean } | undefined {
  if (/^(https:\/\/|#)/.test(href) || /^\/(api\/docs|docs\/events)(\/[\w./-]+)?(#[\w-]+)?$/.test(href))
    return { address: href };
  const [, name = '', fragment = ''] =
    (locale === 'en' ? /^([\w-]+)\.md(#[\w-]+)?$/ : /^(?:\.\.\/)?([\w-]+)\.md(#[\w-]+)?$/).exec(href) ?? [];
  if (!isPage(name)) return undefined;
  return { address: `${addressOf(name, locale)}${fragment}`, isEnglish: !isIn(locale, name) };
}

/** Id of a row in the catalogue of errors: `key-validation`, `code-other-cuit`. */
export function rowId({ header }: Tokens.Table, row: Tokens.TableCell[]): string | undefined {
  const [, name] = /^`([\w-]+)`$/.exec(row[0]?.text ?? '') ?? [];
  const { text: heading = '' } = header[0] ?? {};
  const kind = rowKinds[heading];
  return name && kind ? `${kind}-${name}` : undefined;
}

/** By the table's first heading, in both languages. */
const rowKinds: Record<string, string> = { key: 'key', code: 'code', clave: 'key', código: 'code' };

const attributeOf = (id: string | undefined) => (id ? ` id="${id}"` : '');

/** Same ids as GitHub's. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

export const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

/** The text without Markdown syntax. */
export function textOf(token: Token): string {
  if (token.type === 'html' || token.type === 'space') return ' ';
  if (token.type === 'code') {
    const { language, file = '' } = infoOf(token as Tokens.Code);
    return `${languageName(language)} ${file} ${(token as Tokens.Code).text}`;
  }
  if (isTable(token)) {
    const cells = [token.header, ...token.rows].flat();
    return cells.map((cell) => cell.tokens.map(textOf).join('')).join(' ');
  }
  const inner: Token[] =
    token.type === 'list' ? (token as Tokens.List).items : ((token as Tokens.Generic).tokens ?? []);
  const between = token.type === 'list' || token.type === 'list_item' ? ' ' : '';
  return inner.length ? inner.map(textOf).join(between) : String((token as Tokens.Text).text ?? '');
}
