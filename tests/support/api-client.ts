import { breachesOf } from './contract.ts';

/** A response of the API, read completely. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every shape
  body: any;
}

type Whole = ApiAnswer & { bytes: Buffer };

interface Compared {
  /** Method and path. */
  asked: string;
  answer: Whole;
  breaches: string[];
}

/** Sends all API requests of the tests. Returns the response, and its breaches of the route's contract. */
export const exchange = async (url: string, init: RequestInit = {}) =>
  comparedWithContract(url, init.method ?? 'GET', await fetch(url, init));

/** The same for a response that came another way: from a route's handler in this process. */
export async function comparedWithContract(
  url: string,
  method: string,
  response: Response,
): Promise<Compared> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  const { pathname, search } = new URL(url);
  const { status, headers } = response;
  const isJson = /\bjson\b/.test(headers.get('content-type') ?? '') && text.startsWith('{');
  return {
    asked: `${method} ${pathname}`,
    answer: { status, headers, bytes, body: isJson ? JSON.parse(text) : text },
    breaches: breachesOf({ method, path: `${pathname}${search}`, status, headers, text }),
  };
}

/** @throws Error if there are breaches */
export function kept({ asked, answer, breaches }: Compared): Whole {
  if (breaches.length === 0) return answer;
  const text = answer.bytes.toString().slice(0, 2_000);
  throw new Error(`${asked} breaks its contract:\n${breaches.join('\n')}\n${text}`);
}

/**
 * `url` includes the scheme.
 * @throws Error if the response breaks the contract of its route
 */
export const askApi = async (url: string, init?: RequestInit): Promise<Whole> =>
  kept(await exchange(url, init));

/** Calls the API with a key, like an integrator's client. */
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

/** Repeats until the answer satisfies, by default for at most 55 seconds. */
export async function eventually<T>(
  ask: () => Promise<T>,
  satisfies: (answer: T) => boolean,
  { seconds = 55 } = {},
): Promise<T> {
  const until = Date.now() + seconds * 1_000;
  for (;;) {
    const answer = await ask();
    if (satisfies(answer)) return answer;
    if (Date.now() > until)
      throw new Error(`still not so after ${seconds} s: ${JSON.stringify(answer).slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
