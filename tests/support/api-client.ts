import { breachesOf } from './contract.ts';

/** An answer of the API, read whole. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every shape
  body: any;
}

/** Each answer has to keep to the contract of its route: where it does not, the call throws. */
export function apiClient(origin: string, apiKey?: string) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const contentType = answer.headers.get('content-type');
    const exchange = { method, path: `/api${path}`, status: answer.status, contentType, text };
    const breaches = breachesOf(exchange);
    if (breaches.length) {
      throw new Error(
        `${method} ${path} breaks its contract:\n${breaches.join('\n')}\n${text.slice(0, 2_000)}`,
      );
    }
    return {
      status: answer.status,
      headers: answer.headers,
      body: text.startsWith('{') ? JSON.parse(text) : text,
    };
  };
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
