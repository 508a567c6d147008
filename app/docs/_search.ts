import { createHash } from 'node:crypto';
import type { Tokens } from 'marked';
import type { Schema } from '#app/api/docs/_schema.ts';
import {
  type Operation,
  type SentEvent,
  type ServicePage,
  sentEvents,
  servicePages,
} from '#app/api/docs/_services.ts';
import { isTable, lexGuide, rowId, textOf } from './_guide.ts';
import { addressOf, isIn, type Locale, pages, titleOf } from './_pages.ts';

/** A search result: a guide's section, an error of the catalogue, an operation, object or event of the reference. */
export interface SearchDocument {
  address: string;
  heading: string;
  page: string;
  text: string;
  /** Of an operation: `POST /silo/v1/entries`. */
  call?: string;
}

const made = new Map<Locale, { json: string; address: string }>();

/** All searchable texts of a language as JSON. Built once. */
export const searchJson = (locale: Locale = 'en'): string => searchFile(locale).json;

/** The address changes with the contents, so that it can be cached forever. */
export const searchAddress = (locale: Locale = 'en'): string => searchFile(locale).address;

function searchFile(locale: Locale) {
  const file = made.get(locale) ?? fileWith(JSON.stringify(searchDocuments(locale)), locale);
  made.set(locale, file);
  return file;
}

const fileWith = (json: string, locale: Locale) => ({
  json,
  address: `/docs/${locale === 'es' ? 'es/' : ''}search.json?v=${createHash('sha256').update(json).digest('hex').slice(0, 12)}`,
});

/** In Spanish, the pages that are not translated and the reference are in English. */
export const searchDocuments = (locale: Locale = 'en'): SearchDocument[] => [
  ...pages.flatMap((page) => sectionsOf(page, locale)),
  ...servicePages.flatMap((page) => [...operationsOf(page), ...objectsOf(page)]),
  ...sentEvents.map(eventOf),
];

function sectionsOf(page: (typeof pages)[number], locale: Locale): SearchDocument[] {
  const place = { address: addressOf(page.name, locale), page: titleOf(page, locale) };
  const { tokens, headings } = lexGuide(page.name, isIn(locale, page.name) ? locale : 'en');
  const found: SearchDocument[] = [];
  for (const token of tokens) {
    const heading = headings.get(token);
    const section = found.at(-1);
    if (heading) {
      const address = heading.depth === 1 ? place.address : `${place.address}#${heading.id}`;
      found.push({ address, heading: heading.text, page: place.page, text: '' });
    } else if (section) {
      section.text = `${section.text} ${textOf(token)}`.trim();
    }
  }
  return [...found, ...tokens.filter(isTable).flatMap((table) => rowsOf(table, place))];
}

/** The keys and codes of the errors page can be searched by name. It has those of every other page, too. */
function rowsOf(table: Tokens.Table, { address, page }: Pick<SearchDocument, 'address' | 'page'>) {
  return table.rows.flatMap((row): SearchDocument[] => {
    const id = rowId(table, row);
    if (!id || !address.endsWith('/errors')) return [];
    const [heading = '', ...cells] = row.map(({ tokens }) => tokens.map(textOf).join(''));
    return [{ address: `${address}#${id}`, heading, page, text: cells.join(' · ') }];
  });
}

function operationsOf({ slug, title, groups }: ServicePage): SearchDocument[] {
  return groups
    .flatMap(({ operations }) => operations)
    .map((operation) => ({
      address: `/api/docs/${slug}#${operation.id}`,
      heading: operation.summary.replaceAll('`', ''),
      page: `${title} API`,
      text: textOfOperation(operation),
      call: `${operation.method} ${operation.path}`,
    }));
}

const textOfOperation = ({ method, path, description, id, parameters, body, answers }: Operation) =>
  [
    `${method} ${path}`,
    description.replaceAll('`', ''),
    ...parameters.flatMap(({ name, schema }) => [name, ...namesIn(schema)]),
    ...namesIn(body?.schema),
    ...answers.flatMap(({ schema }) => namesIn(schema)),
    id,
  ]
    .filter(Boolean)
    .join(' ');

/** Names of a schema's fields, at any depth, and their listed values. Objects with a name have their own place. */
function namesIn(schema: Schema | undefined): string[] {
  if (!schema) return [];
  const { properties = {}, items, enum: values = [], anyOf = [], oneOf = [] } = schema;
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf];
  return [
    ...new Set([
      ...Object.keys(properties),
      ...values.filter((value) => typeof value === 'string'),
      ...inner.flatMap(namesIn),
    ]),
  ];
}

const objectsOf = ({ slug, title, schemas }: ServicePage): SearchDocument[] =>
  Object.entries(schemas).map(([name, schema]) => ({
    address: `/api/docs/${slug}#${name}`,
    heading: name,
    page: `${title} API, objects`,
    text: [(schema.description ?? '').replaceAll('`', ''), ...namesIn(schema)].join(' '),
  }));

const eventOf = ({ name, summary, schema }: SentEvent): SearchDocument => ({
  address: `/docs/events/${name}`,
  heading: name,
  page: 'Events',
  text: [summary.replaceAll('`', ''), ...namesIn(schema)].join(' '),
});
