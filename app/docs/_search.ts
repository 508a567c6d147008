import { createHash } from 'node:crypto';
import type { Token, Tokens } from 'marked';
import { type Operation, type ServicePage, servicePages } from '#app/api/docs/_services.ts';
import { lexGuide, rowId } from './_guide.ts';
import { addressOf, pages } from './_pages.ts';
import { infoOf, languageName } from './_tabs.ts';

/** A search result: a guide's section, an error of the catalogue, an operation or object of the reference. */
export interface SearchDocument {
  address: string;
  heading: string;
  page: string;
  text: string;
  /** Of an operation: `POST /silo/v1/entries`. */
  call?: string;
}

let made: { json: string; address: string } | undefined;

/** All searchable texts as JSON. Built once. */
export const searchJson = (): string => searchFile().json;

/** The address changes with the contents, so that it can be cached forever. */
export const searchAddress = (): string => searchFile().address;

function searchFile() {
  made ??= fileOf(JSON.stringify(searchDocuments()));
  return made;
}

const fileOf = (json: string) => ({
  json,
  address: `/docs/search.json?v=${createHash('sha256').update(json).digest('hex').slice(0, 12)}`,
});

export const searchDocuments = (): SearchDocument[] => [
  ...pages.flatMap(sectionsOf),
  ...servicePages.flatMap((page) => [...operationsOf(page), ...objectsOf(page)]),
];

function sectionsOf({ name, title }: (typeof pages)[number]): SearchDocument[] {
  const { tokens, headings } = lexGuide(name);
  const found: SearchDocument[] = [];
  for (const token of tokens) {
    const heading = headings.get(token);
    const section = found.at(-1);
    if (heading) {
      const address = heading.depth === 1 ? addressOf(name) : `${addressOf(name)}#${heading.id}`;
      found.push({ address, heading: heading.text, page: title, text: '' });
    } else if (section) {
      section.text = `${section.text} ${textOf(token)}`.trim();
    }
  }
  return [...found, ...tokens.filter(isTable).flatMap((table) => rowsOf(table, { name, title }))];
}

const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

/** The keys and codes of the errors page can be searched by name. It has those of every other page, too. */
function rowsOf(table: Tokens.Table, { name, title }: Pick<(typeof pages)[number], 'name' | 'title'>) {
  return table.rows.flatMap((row): SearchDocument[] => {
    const id = rowId(table, row);
    if (!id || name !== 'errors') return [];
    const [heading = '', ...cells] = row.map(({ tokens }) => tokens.map(textOf).join(''));
    return [{ address: `${addressOf(name)}#${id}`, heading, page: title, text: cells.join(' · ') }];
  });
}

/** The text without Markdown syntax. */
function textOf(token: Token): string {
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

function operationsOf({ slug, title, groups }: ServicePage): SearchDocument[] {
  return groups
    .flatMap(({ operations }) => operations)
    .map((operation) => ({
      address: `/api/docs/${slug}#${operation.id}`,
      heading: operation.summary,
      page: `${title} API`,
      text: textOfOperation(operation),
      call: `${operation.method} ${operation.path}`,
    }));
}

const textOfOperation = ({ method, path, description, id, parameters }: Operation) =>
  [`${method} ${path}`, description.replaceAll('`', ''), ...parameters.map(({ name }) => name), id]
    .filter(Boolean)
    .join(' ');

const objectsOf = ({ slug, title, schemas }: ServicePage): SearchDocument[] =>
  Object.entries(schemas).map(([name, { description = '', properties = {} }]) => ({
    address: `/api/docs/${slug}#${name}`,
    heading: name,
    page: `${title} API, objects`,
    text: [description.replaceAll('`', ''), ...Object.keys(properties)].join(' '),
  }));
