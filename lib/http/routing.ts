import { randomUUID } from 'node:crypto';
import { AltaError, notFound } from '#lib/errors.ts';
import type { CallExample } from './contract-examples.ts';
import { type Method, methods } from './description.ts';
import { contractOf, type Service } from './openapi.ts';
import { problem } from './problem.ts';

type Answer = Response | Promise<Response>;
type Handlers<Given> = Partial<Record<Method, (request: Request, given: Given) => Answer>>;
type Exports<Route> = Record<Method | 'OPTIONS', (request: Request, route: Route) => Answer>;
type Params = Record<string, string>;

/**
 * Returns the exports of a route file. Next's own 405 has no body; here, methods without a handler get a problem
 * and `Allow`. For HEAD, Next calls GET and omits the body.
 */
export const route = <Route>(handlers: Handlers<Route>): Exports<Route> =>
  everyMethod((request, route) => answer(handlers, request, route));

/**
 * Returns the exports of a service's catch-all route, `[...path]/route.ts`. It serves the endpoints and, at
 * `openapi.json`, the contract. Any other path gets a 404.
 * @param examples for the contract, by operation id
 */
export function serviceRoute(
  service: Service,
  examples: Record<string, readonly CallExample[]> = {},
): Exports<{ params: Promise<{ path: string[] }> }> {
  const table: Record<string, Handlers<Params>> = { 'openapi.json': { GET: contractOf(service, examples) } };
  for (const endpoint of service.endpoints.flatMap((resource) => Object.values(resource))) {
    const { method, route: template } = endpoint.description;
    table[template] = { ...table[template], [method]: endpoint };
  }
  const routes = Object.entries(table)
    // `{` sorts after every letter: `jobs/summary` is tried before `jobs/{id}`.
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([template, handlers]) => ({ template: template.split('/'), handlers }));
  return everyMethod(async (request, { params }) => {
    const { path } = await params;
    const found = routes.find(({ template }) => matches(template, path));
    if (!found) return noSuchPath(request);
    return answer(found.handlers, request, valuesOf(found.template, path));
  });
}

/** The 404 for a path that the API does not have. */
export function noSuchPath(request: Request): Response {
  const { pathname } = new URL(request.url);
  const [, instead] = notOffered.find(([start]) => `${pathname}/`.includes(`${start}/`)) ?? [];
  const error = instead
    ? new AltaError('not-found', instead, { code: 'not-offered' })
    : notFound('This path');
  return problem(error, { id: randomUUID(), path: pathname });
}

/** Paths that clients of the reference call and Alta does not have, by their start, and what to use instead. */
const notOffered: readonly (readonly [start: string, instead: string])[] = [
  [
    '/sequence/v1',
    'Alta has no series: ARCA numbers an invoice when the step gov-ar.send of a workflow sends it. The point of sale is the invoice’s `series`.',
  ],
  [
    '/silo/v1/gobl/sign',
    'Alta does not sign envelopes: the step gov-ar.send of a workflow gets an invoice’s CAE, and the step silo.close locks a document.',
  ],
  [
    '/silo/v1/spool',
    'Alta has no spool: add a file to an entry with POST /silo/v1/entries/{entry_id}/files.',
  ],
  [
    '/silo/v1/entries/meta',
    'Meta can not be searched: GET /silo/v1/entries/{id} returns the `meta` of an entry.',
  ],
  [
    '/access/v1/orgs',
    'An API key belongs to one workspace, and an installation is one organization: see GET /access/v1/workspace.',
  ],
  [
    '/access/v1/enrollment',
    'Alta has no apps of third parties: connect the Argentina app with PUT /access/v1/apps/gov-ar, and read it with GET.',
  ],
];

const everyMethod = <Route>(handle: (request: Request, route: Route) => Answer): Exports<Route> => ({
  GET: handle,
  POST: handle,
  PUT: handle,
  PATCH: handle,
  DELETE: handle,
  OPTIONS: handle,
});

function answer<Given>(handlers: Handlers<Given>, request: Request, given: Given): Answer {
  const requestedMethod = request.method === 'HEAD' ? 'GET' : request.method;
  const method = methods.find((each) => each === requestedMethod);
  const handler = method && handlers[method];
  if (handler) return handler(request, given);
  const allow = ['OPTIONS', ...Object.keys(handlers), ...(handlers.GET ? ['HEAD'] : [])]
    .toSorted()
    .join(', ');
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
  return problem(
    new AltaError('method-not-allowed', `${request.method} is not supported for this path: use ${allow}.`),
    { id: randomUUID(), path: new URL(request.url).pathname },
    { allow },
  );
}

const isParameter = (part: string) => part.startsWith('{');

const matches = (template: readonly string[], path: readonly string[]) =>
  template.length === path.length && template.every((part, at) => isParameter(part) || part === path[at]);

/** The path's parameters by their names in the template. */
const valuesOf = (template: readonly string[], path: readonly string[]): Params =>
  Object.fromEntries(
    template.flatMap((part, at) => (isParameter(part) ? [[part.slice(1, -1), path[at] ?? '']] : [])),
  );
