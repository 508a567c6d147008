import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import {
  type AddressRules,
  addressFault,
  configuredRules,
  type Resolve,
  vettedLookup,
} from './address-guard.ts';

export interface PostWebhookInput {
  url: string;
  /** Those that say how the connection is used (`host`, `content-length`, …) are left out. */
  headers: Record<string, string>;
  /** Sent as these characters in UTF-8, byte for byte: a signature covers them. */
  body: string;
  /** From the first look-up to the last byte. */
  timeoutMs: number;
  rules?: AddressRules | undefined;
  resolve?: Resolve | undefined;
}

/**
 * `address-refused`: not sent, and asking again does not help until the URL or its name changes. `refused`: no
 * connection came about. `reset`: the connection ended, or carried something else than HTTP, before a status.
 */
type WebhookFailure = 'address-refused' | 'dns' | 'refused' | 'tls' | 'timeout' | 'reset';

export type WebhookAnswer =
  | {
      kind: 'answered';
      status: number;
      /** The header as it came: seconds or a date. */
      retryAfter?: string;
      /** The first 16 KiB, fit for a text column. */
      body: string;
      durationMs: number;
    }
  | { kind: 'failed'; failure: WebhookFailure; detail: string; durationMs: number };

/** Enough for the reason that a receiver gives; a receiver decides how much it sends, but not how much we keep. */
const largestBody = 16 * 1024;
const longestDetail = 300;

/**
 * Node drops each attempt but the last after 250 ms, which is less than a handshake across an ocean
 * (https://github.com/nodejs/node/issues/54359).
 */
const agentOptions = { keepAlive: false, autoSelectFamilyAttemptTimeout: 2_500 };
const plainAgent = new http.Agent(agentOptions);
/** No cached session: it would spare a receiver the check of its certificate. */
const secureAgent = new https.Agent({ ...agentOptions, minVersion: 'TLSv1.2', maxCachedSessions: 0 });

/**
 * One POST to an operator's URL. Follows no redirect, connects to vetted addresses only and never throws. A status
 * that arrived is the answer, even if the body breaks off, drips past the deadline or has no end.
 */
export function postWebhook(input: PostWebhookInput): Promise<WebhookAnswer> {
  const { rules = configuredRules() } = input;
  const startedAt = performance.now();
  const failed = (failure: WebhookFailure, detail: string): WebhookAnswer => ({
    kind: 'failed',
    failure,
    detail,
    durationMs: since(startedAt),
  });
  const fault = addressFault(input.url, rules);
  if (fault) return Promise.resolve(failed('address-refused', `the URL ${fault}`));
  let request: ClientRequest;
  try {
    request = open(input, rules);
  } catch (error) {
    return Promise.resolve(failed('refused', detailOf(error as Error)));
  }

  return new Promise((resolve) => {
    const kept: Buffer[] = [];
    let size = 0;
    let response: IncomingMessage | undefined;
    let isSecured = false;
    /** The failure is the outcome unless a status came before it. */
    const finish = (failure: WebhookFailure, detail: string): void => {
      clearTimeout(deadline);
      resolve(response ? answered(response, kept, since(startedAt)) : failed(failure, detail));
      request.destroy();
    };
    const deadline = setTimeout(
      () => finish('timeout', `no answer within ${input.timeoutMs} ms`),
      input.timeoutMs,
    );

    request.on('socket', (socket) => {
      socket.once('secureConnect', () => {
        isSecured = true;
      });
    });
    request.on('error', (error) => {
      const cause = causeOf(error);
      finish(failureOf(cause, request.protocol === 'https:' && !isSecured), detailOf(cause));
    });
    request.on('close', () => finish('reset', 'the connection was closed without an answer'));
    request.on('response', (received) => {
      response = received;
      const end = (): void => finish('reset', 'the answer broke off');
      received.on('data', (chunk: Buffer) => {
        kept.push(chunk);
        size += chunk.length;
        if (size >= largestBody) end();
      });
      received.on('end', end).on('error', end);
    });
    request.end(input.body);
  });
}

/** What only we may say. Of a `host` that differs, Node would also take the name to check the certificate against. */
const connectionHeaders = new Set(
  'host connection content-length expect keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/** @throws Error for a header that HTTP can not carry. */
function open(input: PostWebhookInput, rules: AddressRules): ClientRequest {
  const url = new URL(input.url);
  const isSecure = url.protocol === 'https:';
  const headers = Object.entries(input.headers).filter(
    ([name]) => !connectionHeaders.has(name.toLowerCase()),
  );
  return (isSecure ? https : http).request(url, {
    method: 'POST',
    agent: isSecure ? secureAgent : plainAgent,
    lookup: vettedLookup(rules, input.resolve),
    headers: { ...Object.fromEntries(headers), 'content-length': Buffer.byteLength(input.body) },
  });
}

function answered(response: IncomingMessage, kept: Buffer[], durationMs: number): WebhookAnswer {
  const { statusCode: status = 0, headers } = response;
  const retryAfter = headers['retry-after'];
  const body = textOf(Buffer.concat(kept).subarray(0, largestBody));
  return { kind: 'answered', status, ...(retryAfter ? { retryAfter } : {}), body, durationMs };
}

/** Decoding leaves no lone surrogate, nor, as part of a stream, half a character at the cut; the NUL is left to us. */
const textOf = (bytes: Buffer) =>
  new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd');

const failures: Record<string, WebhookFailure> = {
  EADDRESSREFUSED: 'address-refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
};

/** Node's codes of TLS failures are many; what goes wrong between connection and `secureConnect` is one of them. */
function failureOf(error: NodeJS.ErrnoException, isHandshake: boolean): WebhookFailure {
  const known = failures[error.code ?? ''];
  if (known) return known;
  if (error.syscall === 'getaddrinfo') return 'dns';
  if (error.syscall === 'connect') return 'refused';
  return isHandshake ? 'tls' : 'reset';
}

/** Of several addresses that all failed Node makes one error without a message of its own. */
const causeOf = (error: Error): Error =>
  error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;

/** `…:error:<code>:<library>:<function>:<reason>:<file>:<line>:`, as OpenSSL writes it: the file is one of the build. */
const openSslError = /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/;

function detailOf({ message }: Error): string {
  const text = openSslError.exec(message)?.[1] ?? message;
  return text.slice(0, longestDetail).replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
}

const since = (startedAt: number) => Math.round(performance.now() - startedAt);
