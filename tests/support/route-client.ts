import type { Endpoint } from '#lib/http/endpoint.ts';
import { type ApiAnswer, comparedWithContract, kept } from './api-client.ts';

interface Asked {
  method?: string;
  params?: Record<string, string>;
  /** Including the question mark. */
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Calls a route's handler in this process, without a server. The address is that of its contract, which the
 * response must match.
 */
export async function callRoute(
  handler: Endpoint,
  apiKey: string,
  { method = handler.description.method, params = {}, query = '', body, headers = {} }: Asked = {},
): Promise<ApiAnswer> {
  const { service, version, route } = handler.description;
  const values = Object.values(params);
  const path = route.replace(/\{\w+\}/g, () => encodeURIComponent(values.shift() ?? ''));
  const url = `http://alta.test/api/${service}/${version}/${path}${query}`;
  const request = new Request(url, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await handler(request, params);
  return kept(await comparedWithContract(url, method, answer));
}
