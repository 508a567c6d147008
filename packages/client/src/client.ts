import { AltaError, errorOfAnswer } from './error.ts';
import { type Client, createClient as createGenerated } from './generated/client/index.ts';
import { type Persistence, persistentFetch, type Surroundings, waitFor } from './retry.ts';

export interface AltaOptions extends Partial<Persistence> {
  /** Address of Alta, such as `https://alta.example.com`. */
  url: string | undefined;
  /** An API key of a workspace. */
  key: string | undefined;
  fetch?: typeof fetch;
}

/** Options of a single call. */
export interface CallOptions extends Partial<Persistence> {
  /** Ends the call and any waiting. */
  signal?: AbortSignal;
  /** Your own key for a POST: a repetition within 24 hours gets the same response. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

const defaults: Persistence = { retries: 3, timeoutMs: 30_000 };
const settings = new WeakMap<Client, { persistence: Persistence; surroundings: Surroundings }>();

/**
 * `client` argument for the functions of `@alta-ar/client/operations`, with retries and a single class of
 * errors.
 */
export function createClient({ url, key, fetch = globalThis.fetch, ...persistence }: AltaOptions): Client {
  if (!url || !key) throw new TypeError(`createAlta needs ${url ? 'a key' : 'a url'}.`);
  // Refused here: the error of fetch would print the key.
  if (!/^[!-~]+$/.test(key.trim())) {
    throw new TypeError('The key of Alta must be one line of ASCII, without spaces.');
  }
  const surroundings: Surroundings = {
    fetch: (...request) => fetch(...request),
    wait: waitFor,
    random: Math.random,
  };
  const clientSettings = { persistence: { ...defaults, ...persistence }, surroundings };
  const client = createGenerated({
    baseUrl: originOf(url),
    headers: { authorization: `Bearer ${key.trim()}` },
    responseStyle: 'data',
    throwOnError: true,
    // The API never redirects. A server that does must not receive the body again.
    redirect: 'manual',
    fetch: persistentFetch(clientSettings.persistence, surroundings) as typeof fetch,
  });
  client.interceptors.error.use(errorOf);
  settings.set(client, clientSettings);
  return client;
}

/** Options of generated calls besides path, query and body. */
export function requestOptions(client: Client, call: CallOptions = {}) {
  const { signal, idempotencyKey, headers, ...persistence } = call;
  const defaultsOfClient = settings.get(client);
  const isOverridden = defaultsOfClient && Object.keys(persistence).length > 0;
  return {
    client,
    throwOnError: true as const,
    headers: { ...headers, ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}) },
    ...(signal ? { signal } : {}),
    ...(isOverridden
      ? {
          fetch: persistentFetch(
            { ...defaultsOfClient.persistence, ...persistence },
            defaultsOfClient.surroundings,
          ) as typeof fetch,
        }
      : {}),
  };
}

/** Accepts the address as in the docs: the origin, with or without `/api`. */
const originOf = (url: string): string => new URL(url).href.replace(/(\/api)?\/*$/, '');

/** Turns any failure of a call into an AltaError. An abort is passed on unchanged. */
function errorOf(error: unknown, answer: Response | undefined, request: Request | undefined): unknown {
  if (error instanceof AltaError || request?.signal.aborted) return error;
  if (answer && !answer.ok) return errorOfAnswer(answer, error);
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new AltaError('timeout', 'Alta did not answer in time.', { cause: error });
  }
  if (answer && error instanceof SyntaxError) return errorOfAnswer(answer, error);
  return new AltaError('network', 'Alta cannot be reached.', { cause: error });
}
