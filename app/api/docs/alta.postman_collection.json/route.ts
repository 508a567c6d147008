import { env } from '#lib/env.ts';
import { route } from '#lib/http/routing.ts';
import type { Example } from '../_examples.ts';
import { type Operation, servicePages } from '../_services.ts';

export const dynamic = 'force-dynamic';

/** The reference as a file for Postman and compatible programs. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: () =>
    Response.json(postmanCollection(`${env().ALTA_ORIGIN}/api`), {
      headers: {
        'cache-control': 'public, max-age=300',
        'content-disposition': 'attachment; filename="alta.postman_collection.json"',
      },
    }),
});

/** A variable of Postman and of programs that read its files (Bruno, Insomnia, Hoppscotch). */
const filledIn = (name: string) => `{{${name}}}`;

/**
 * Every call of the reference, as a Postman 2.1 collection. Its user sets `key`.
 * @param baseUrl of the installation, with `/api`
 */
const postmanCollection = (baseUrl: string) => ({
  info: {
    name: 'Alta',
    description: 'Generated from the contracts of the installation. Set the variable `key` to an API key.',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: filledIn('key'), type: 'string' }] },
  variable: [
    { key: 'base_url', value: baseUrl, type: 'string' },
    { key: 'key', value: '', type: 'string' },
  ],
  item: servicePages.map(({ slug, title, description, groups }) => ({
    name: title,
    description,
    item: groups.map(({ tag, operations }) => ({
      name: tag,
      item: operations.flatMap((operation) => itemsOf(operation, slug)),
    })),
  })),
});

/** One item per distinct request, with the answers of its examples. */
function itemsOf(operation: Operation, slug: string) {
  const requests = Map.groupBy(operation.examples, ({ path, type, body }) =>
    JSON.stringify([path, type, body]),
  );
  return [...requests.values()].flatMap((calls) => {
    const [first] = calls;
    if (!first) return [];
    const request = requestOf(operation, first, slug);
    const title = requests.size > 1 && first.title ? `: ${first.title}` : '';
    const response = calls.map((call) => responseOf(call, request));
    return [{ name: `${operation.summary}${title}`, request, response }];
  });
}

function requestOf(operation: Operation, { path, type = 'application/json', body }: Example, slug: string) {
  const { method, description, parameters } = operation;
  const hasBody = body !== undefined;
  return {
    method,
    description,
    header: [
      ...(hasBody ? [{ key: 'Content-Type', value: type }] : []),
      ...parameters
        .filter((each) => each.in === 'header')
        .map(({ name, description }) => ({
          key: name,
          value: filledIn('$guid'),
          description,
          disabled: true,
        })),
    ],
    url: urlOf(operation, path, slug),
    ...(hasBody
      ? { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } }
      : {}),
  };
}

/** Filled with the example's values. Query parameters that it omits are included but disabled. */
function urlOf({ path: template, parameters }: Operation, path: string, slug: string) {
  const { pathname, searchParams } = new URL(`/${slug}${path}`, 'https://alta.example');
  const values = pathname.split('/');
  const names = template.split('/').map((part) => part.replace(/^\{(.+)\}$/, ':$1'));
  const query = parameters
    .filter((each) => each.in === 'query')
    .map(({ name, description }) => ({
      key: name,
      value: searchParams.get(name) ?? '',
      description,
      ...(searchParams.has(name) ? {} : { disabled: true }),
    }));
  const raw = `${filledIn('base_url')}${names.join('/')}${searchParams.size ? `?${searchParams}` : ''}`;
  return {
    raw,
    host: [filledIn('base_url')],
    path: names.slice(1),
    query,
    variable: names.flatMap((name, at) =>
      name.startsWith(':') ? [{ key: name.slice(1), value: decodeURIComponent(values[at] ?? '') }] : [],
    ),
  };
}

const responseOf = ({ title, status, answer }: Example, originalRequest: object) => ({
  name: title ?? 'Example',
  originalRequest,
  code: status,
  ...(answer === undefined
    ? {}
    : {
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: JSON.stringify(answer, null, 2),
        _postman_previewlanguage: 'json',
      }),
});
