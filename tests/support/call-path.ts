import * as anywhere from '#app/api/[...path]/route.ts';
import { serviceRoute } from '#lib/http/routing.ts';
import { type ApiAnswer, comparedWithContract, kept } from './api-client.ts';
import { services } from './services.ts';

interface Sent {
  method: string;
  /** From the service on, with any query: `/silo/v1/entries?limit=1`. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

type Handler = (
  request: Request,
  route: { params: Promise<{ path: string[] }> },
) => Response | Promise<Response>;

const routes = services.map((service) => ({
  below: `/${service.service}/${service.version}/`,
  exports: serviceRoute(service),
}));

/** Calls the route under this path in this process, like Next. Adds no header. */
export async function callPath({ method, path, headers, body }: Sent): Promise<ApiAnswer> {
  const url = `http://alta.test/api${path}`;
  const pathname = new URL(url).pathname.slice('/api'.length);
  const found = routes.find(({ below }) => pathname.startsWith(below) && pathname !== below);
  const handlers: Partial<Record<string, Handler>> = found?.exports ?? anywhere;
  const handler = handlers[method];
  if (!handler) throw new Error(`nothing answers ${method} ${path}`);
  const parts = pathname.slice(found?.below.length).split('/').map(decodeURIComponent);
  const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const answer = await handler(request, { params: Promise.resolve({ path: parts }) });
  return kept(await comparedWithContract(url, method, answer));
}
