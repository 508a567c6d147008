import * as anywhere from '#app/api/[...path]/route.ts';
import type { RouteHandler } from '#lib/http/endpoint.ts';
import { type ApiAnswer, comparedWithContract, kept } from './api-client.ts';
import { services } from './services.ts';

interface Sent {
  method: string;
  /** From the service on, with its question mark if it has one: `/silo/v1/entries?limit=1`. */
  path: string;
  headers: Record<string, string>;
  /** As it goes out. */
  body?: string | undefined;
}

type Handler = (
  request: Request,
  route: { params: Promise<Record<string, string>> },
) => Response | Promise<Response>;

/**
 * Calls what answers under this path, in this process: the route's handler, its refusal of a method that it does not
 * take, or the refusal of a path that is none. No header is added.
 */
export async function callPath({ method, path, headers, body }: Sent): Promise<ApiAnswer> {
  const url = `http://alta.test/api${path}`;
  const { handler, params } = routeTo(method, new URL(url).pathname.slice('/api'.length));
  const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const answer = await handler(request, { params: Promise.resolve(params) });
  return kept(await comparedWithContract(url, method, answer));
}

/** As Next finds it: a part that is named goes before one that is a parameter. */
function routeTo(method: string, path: string): { handler: Handler; params: Record<string, string> } {
  const asked = path.split('/');
  const [found] = routes
    .filter(
      ({ parts }) =>
        parts.length === asked.length && parts.every((part, at) => isParameter(part) || part === asked[at]),
    )
    .toSorted((a, b) => a.parts.filter(isParameter).length - b.parts.filter(isParameter).length);
  const taken = (found?.module ?? anywhere) as Record<string, Handler | undefined>;
  const handler = taken[method];
  if (!handler) throw new Error(`nothing answers ${method} ${path}`);
  const named = (found?.parts ?? []).flatMap((part, at) =>
    isParameter(part) ? [[camelCase(part.slice(1, -1)), decodeURIComponent(asked[at] ?? '')] as const] : [],
  );
  return { handler, params: Object.fromEntries(named) };
}

const isParameter = (part: string) => part.startsWith('{');
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const routes = services.flatMap(({ service, version, routes: modules }) =>
  modules.map((module) => {
    const described = Object.values(module).find(
      (handler): handler is RouteHandler => 'description' in handler,
    );
    return { module, parts: `/${service}/${version}/${described?.description.route}`.split('/') };
  }),
);
