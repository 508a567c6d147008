import { breachesOf } from './contract.ts';

/** An answer of the API, read whole. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every shape
  body: any;
}

/**
 * The one way in which tests ask the API. `url` from its scheme on. @throws Error when the answer does not keep to
 * the contract of its route.
 */
export async function askApi(url: string, init: RequestInit = {}): Promise<ApiAnswer & { bytes: Buffer }> {
  return kept(url, init.method ?? 'GET', await fetch(url, init));
}

/** The same of an answer that came another way: from a route's handler in this process. */
export async function kept(
  url: string,
  method: string,
  answer: Response,
): Promise<ApiAnswer & { bytes: Buffer }> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = bytes.toString();
  const { pathname, search } = new URL(url);
  const { status, headers } = answer;
  const breaches = breachesOf({ method, path: `${pathname}${search}`, status, headers, text });
  if (breaches.length) {
    const found = breaches.join('\n');
    throw new Error(`${method} ${pathname} breaks its contract:\n${found}\n${text.slice(0, 2_000)}`);
  }
  const isJson = /\bjson\b/.test(headers.get('content-type') ?? '');
  return { status, headers, bytes, body: isJson && text.startsWith('{') ? JSON.parse(text) : text };
}

/** Speaks to the API with a key, as an integrator's client does. */
export function apiClient(origin: string, apiKey?: string) {
  return (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> =>
    askApi(`${origin}/api${path}`, {
      method,
      headers: {
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
}
export type ApiClient = ReturnType<typeof apiClient>;

/** Asks again until the answer satisfies, for 55 seconds at the most. */
export async function eventually<T>(ask: () => Promise<T>, satisfies: (answer: T) => boolean): Promise<T> {
  const until = Date.now() + 55_000;
  for (;;) {
    const answer = await ask();
    if (satisfies(answer)) return answer;
    if (Date.now() > until)
      throw new Error(`still not so after 55 s: ${JSON.stringify(answer).slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
