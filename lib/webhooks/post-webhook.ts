import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import {
  type AddressRules,
  addressFault,
  allowedAddresses,
  configuredRules,
  type Resolve,
} from './address-guard.ts';

export interface PostWebhookInput {
  url: string;
  /** Headers that control the connection (`host`, `content-length`, …) are dropped. */
  headers: Record<string, string>;
  /** Sent as UTF-8 without any change, since the signature covers it. */
  body: string;
  /** From the DNS lookup to the last byte. */
  timeoutMs: number;
  rules?: AddressRules | undefined;
  resolve?: Resolve | undefined;
}

interface Answered {
  kind: 'answered';
  status: number;
  /** `Retry-After` as received: seconds or a date. */
  retryAfter?: string;
  /** The first 16 KiB, without characters that a text column cannot store. */
  body: string;
}
interface Failed {
  kind: 'failed';
  failure: WebhookFailure;
  detail: string;
}
export type WebhookAnswer = (Answered | Failed) & { durationMs: number };

/** Enough for a JSON response with `message` and `retry_in`. */
const maxBodyBytes = 16 * 1024;

/**
 * Sends one POST to a receiver's URL. Follows no redirect, connects to vetted addresses only and never
 * throws. Once a status has arrived, it is the result, even if the body breaks off, passes the deadline or
 * never ends.
 */
export async function postWebhook(input: PostWebhookInput): Promise<WebhookAnswer> {
  const startedAt = performance.now();
  const deadline = new AbortController();
  const late = Object.assign(new Error(`no answer within ${input.timeoutMs} ms`), { code: 'ETIMEDOUT' });
  const timer = setTimeout(() => deadline.abort(late), input.timeoutMs);
  const answer = await post(input, deadline.signal).catch(failed);
  clearTimeout(timer);
  return { ...answer, durationMs: Math.round(performance.now() - startedAt) };
}

async function post(
  { url, headers, body, rules = configuredRules(), resolve }: PostWebhookInput,
  deadline: AbortSignal,
): Promise<Answered | Failed> {
  const fault = addressFault(url, rules);
  if (fault) return { kind: 'failed', failure: 'address-refused', detail: `the URL ${fault.message}` };
  const { origin, pathname, search, hostname } = new URL(url);
  const addresses = await Promise.race([allowedAddresses(hostname, rules, resolve), endOf(deadline)]);
  const pool = poolOf(origin, addresses);
  const request = {
    method: 'POST',
    path: `${pathname}${search}`,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !connectionHeaders.has(name.toLowerCase())),
    ),
    body,
    signal: deadline,
  } as const;
  const mayBeStale = pool.stats.free > 0;
  const response = await pool.request(request).catch((error: Error) => {
    // The receiver had closed the idle connection, so the request is repeated once on another one.
    if (mayBeStale && failed(error).failure === 'reset') return pool.request(request);
    throw error;
  });
  return answered(response);
}

const endOf = (deadline: AbortSignal) =>
  new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true });
  });

/** Reads the part of the body that arrives. */
async function answered({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<Answered> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBodyBytes) break;
    }
  } catch {}
  // undici frees the connection one tick after the response. Waits for that, so that the next message can use
  // it.
  await setImmediate();
  const retryAfter = [headers['retry-after'] ?? []].flat()[0];
  const text = textOf(Buffer.concat(chunks).subarray(0, maxBodyBytes));
  return { kind: 'answered', status, ...(retryAfter ? { retryAfter } : {}), body: text };
}

/**
 * Decodes as a stream, which omits an incomplete character at the cut. NUL is replaced, since a text column
 * cannot store it.
 */
const textOf = (bytes: Buffer) =>
  new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd');

/** Headers that callers may not set. The certificate is checked against the name in `host`. */
const connectionHeaders = new Set(
  'host connection content-length expect keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

const options = {
  allowH2: false,
  /** Shorter than the 5 s after which most receivers close idle connections. */
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 4_000,
  /** Off, since `deadline` limits the exchange. A connection that is being established may outlast it by a minute. */
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;
const connect = {
  timeout: 60_000,
  minVersion: 'TLSv1.2',
  /** Resuming a cached session would skip the check of the receiver's certificate. */
  maxCachedSessions: 0,
  /**
   * By default, Node gives up each address but the last after 250 ms, which is less than a handshake across
   * an ocean (https://github.com/nodejs/node/issues/54359).
   */
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: 2_500,
} as const;

/** Least recently used first. */
const pools = new Map<string, Pool>();
const maxPools = 500;

/**
 * Returns the pool of connections to these addresses only. An idle connection is reused only if the new
 * lookup returned the same addresses; a changed DNS answer gets another pool.
 */
function poolOf(origin: string, addresses: LookupAddress[]): Pool {
  const key = [origin, ...addresses.map(({ address }) => address).sort()].join(' ');
  const pool =
    pools.get(key) ??
    new Pool(origin, { ...options, connect: { ...connect, lookup: lookupReturning(addresses) } });
  pools.delete(key);
  pools.set(key, pool);
  const [[oldestKey, oldest] = []] = pools;
  if (pools.size > maxPools && oldestKey && oldest) {
    pools.delete(oldestKey);
    void oldest.close();
  }
  return pool;
}

const lookupReturning = (addresses: LookupAddress[]): LookupFunction => {
  return (hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else if (first) callback(null, first.address, first.family);
    else callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), []);
  };
};

/**
 * `address-refused`: not sent; a retry is useless until the URL or its DNS name changes. `refused`: no
 * connection was established. `reset`: the connection ended, or carried something other than HTTP, before a
 * status.
 */
type WebhookFailure = 'address-refused' | 'dns' | 'refused' | 'tls' | 'timeout' | 'reset';

const maxDetailLength = 300;

const failures: [RegExp, WebhookFailure][] = [
  [/^EADDRESSREFUSED$/, 'address-refused'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'dns'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'timeout'],
  [/^UND_ERR_INVALID_ARG$/, 'refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_.*|HPE_.*)$/, 'reset'],
];

function failed(error: Error): Failed {
  const cause = causeOf(error);
  return { kind: 'failed', failure: failureOf(cause), detail: detailOf(cause) };
}

function failureOf({ code, syscall }: NodeJS.ErrnoException): WebhookFailure {
  // undici's error for a receiver that does not speak HTTP has no code.
  if (!code) return 'reset';
  const failure = failures.find(([codes]) => codes.test(code));
  if (failure) return failure[1];
  if (syscall === 'getaddrinfo') return 'dns';
  if (syscall === 'connect') return 'refused';
  // Node has many codes for TLS failures.
  return 'tls';
}

/** If all of several addresses failed, Node throws an AggregateError without a message. */
const causeOf = (error: Error): Error =>
  error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;

/** OpenSSL's format: `…:error:<code>:<library>:<function>:<reason>:<file of the build>:<line>:`. */
const openSslError = /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/;

function detailOf({ message }: Error): string {
  const text = openSslError.exec(message)?.[1] ?? message;
  return text.slice(0, maxDetailLength).replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
}
