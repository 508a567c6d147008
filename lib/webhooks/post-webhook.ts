import type { LookupAddress } from 'node:dns';
import type { ClientRequest, IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import {
  type AddressRules,
  addressFault,
  configuredRules,
  type Resolve,
  vettedAddresses,
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

interface Answered {
  kind: 'answered';
  status: number;
  /** The header as it came: seconds or a date. */
  retryAfter?: string;
  /** The first 16 KiB, fit for a text column. */
  body: string;
}
interface Failed {
  kind: 'failed';
  failure: WebhookFailure;
  detail: string;
}
export type WebhookAnswer = (Answered | Failed) & { durationMs: number };

/** Enough for a JSON answer with `message` and `retry_in`. */
const largestBody = 16 * 1024;

/**
 * One POST to an operator's URL. Follows no redirect, connects to vetted addresses only and never throws. A status
 * that arrived is the answer, even if the body breaks off, drips past the deadline or has no end.
 */
export async function postWebhook(input: PostWebhookInput): Promise<WebhookAnswer> {
  const startedAt = performance.now();
  const deadline = new AbortController();
  const late = Object.assign(new Error(`no answer within ${input.timeoutMs} ms`), { code: 'ETIMEDOUT' });
  const timer = setTimeout(() => deadline.abort(late), input.timeoutMs);
  const answer = await post(input, deadline.signal).catch((error: Error) => failed(error, 'opening'));
  clearTimeout(timer);
  return { ...answer, durationMs: Math.round(performance.now() - startedAt) };
}

async function post(
  { url, headers, body, rules = configuredRules(), resolve }: PostWebhookInput,
  deadline: AbortSignal,
): Promise<Answered | Failed> {
  const fault = addressFault(url, rules);
  if (fault) return { kind: 'failed', failure: 'address-refused', detail: `the URL ${fault.message}` };
  const target = new URL(url);
  const addresses = await Promise.race([vettedAddresses(target.hostname, rules, resolve), endOf(deadline)]);
  const sending = { url: target, addresses, headers, body };
  const { answer, isStale } = await exchange(openRequest(sending, 'kept'), body, deadline);
  return isStale ? (await exchange(openRequest(sending, 'new'), body, deadline)).answer : answer;
}

const endOf = (deadline: AbortSignal) =>
  new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true });
  });

interface Exchange {
  answer: Answered | Failed;
  /** The receiver had closed the connection that was kept, which says nothing of whether it takes messages. */
  isStale: boolean;
}

function exchange(request: ClientRequest, body: string, deadline: AbortSignal): Promise<Exchange> {
  return new Promise((resolve) => {
    const kept: Buffer[] = [];
    let size = 0;
    let response: IncomingMessage | undefined;
    let isSecured = request.protocol !== 'https:';
    let isOver = false;
    const settle = (exchanged: Exchange): void => {
      isOver = true;
      deadline.removeEventListener('abort', tooLate);
      resolve(exchanged);
    };
    /** The failure is the outcome unless a status came before it. */
    const breakOff = (failure: Failed): void => {
      if (isOver) return;
      const isStale = !response && request.reusedSocket && failure.failure === 'reset';
      settle({ answer: response ? answered(response, kept) : failure, isStale });
      request.destroy();
    };
    const tooLate = () => breakOff(failed(deadline.reason, 'exchange'));
    deadline.addEventListener('abort', tooLate);

    request.on('socket', (socket) => {
      if (request.reusedSocket) isSecured = true;
      else
        socket.once('secureConnect', () => {
          isSecured = true;
        });
    });
    request.on('error', (error) => breakOff(failed(error, isSecured ? 'exchange' : 'handshake')));
    request.on('close', () => breakOff(reset('the connection was closed without an answer')));
    request.on('response', (received) => {
      response = received;
      const end = () => breakOff(reset('the answer broke off'));
      received.on('data', (chunk: Buffer) => {
        kept.push(chunk);
        size += chunk.length;
        if (size >= largestBody) end();
      });
      received.on('error', end);
      // The connection is left to the next message.
      received.on('end', () => {
        if (!isOver) settle({ answer: answered(received, kept), isStale: false });
      });
    });
    request.end(body);
  });
}

function answered(response: IncomingMessage, kept: Buffer[]): Answered {
  const { statusCode: status = 0, headers } = response;
  const retryAfter = headers['retry-after'];
  const body = textOf(Buffer.concat(kept).subarray(0, largestBody));
  return { kind: 'answered', status, ...(retryAfter ? { retryAfter } : {}), body };
}

/** Decoding leaves no lone surrogate, nor, as part of a stream, half a character at the cut; the NUL is left to us. */
const textOf = (bytes: Buffer) =>
  new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd');

function failed(error: Error, phase: Phase): Failed {
  const cause = causeOf(error);
  return { kind: 'failed', failure: failureOf(cause, phase), detail: detailOf(cause) };
}

const reset = (detail: string): Failed => ({ kind: 'failed', failure: 'reset', detail });

/** What a message is sent over: a connection to one of these addresses, new or kept. */
interface Sending {
  url: URL;
  /** Of the URL's host, each judged, in a look-up for this message. */
  addresses: LookupAddress[];
  headers: Record<string, string>;
  body: string;
}

/**
 * Node drops each attempt but the last after 250 ms, which is less than a handshake across an ocean
 * (https://github.com/nodejs/node/issues/54359).
 */
const options = { autoSelectFamilyAttemptTimeout: 2_500 };
/** No cached session: it would spare a receiver the check of its certificate. */
const secureOptions = { ...options, minVersion: 'TLSv1.2', maxCachedSessions: 0 } as const;
/** Idle for less than most receivers keep theirs, which is 5 s. */
const keeping = { keepAlive: true, timeout: 4_000 };

const agents = {
  kept: {
    plain: keepingApart(new http.Agent({ ...options, ...keeping })),
    secure: keepingApart(new https.Agent({ ...secureOptions, ...keeping })),
  },
  new: { plain: new http.Agent(options), secure: new https.Agent(secureOptions) },
};

/**
 * A kept connection is for messages whose own look-up gave the very addresses that it was made from: an answer that
 * has changed since finds none.
 */
function keepingApart<Kept extends http.Agent>(agent: Kept): Kept {
  const nameOf = agent.getName.bind(agent);
  agent.getName = (options?: Parameters<typeof nameOf>[0] & { vetted?: string }) =>
    `${nameOf(options)}:${options?.vetted ?? ''}`;
  return agent;
}

/** What only we may say. Of a `host` that differs, Node would also take the name to check the certificate against. */
const connectionHeaders = new Set(
  'host connection content-length expect keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/** `kept`: on one that is there, if there is one. @throws Error for a header that HTTP can not carry. */
function openRequest(
  { url, addresses, headers, body }: Sending,
  connection: keyof typeof agents,
): ClientRequest {
  const isSecure = url.protocol === 'https:';
  const { plain, secure } = agents[connection];
  const own = Object.entries(headers).filter(([name]) => !connectionHeaders.has(name.toLowerCase()));
  const request = {
    method: 'POST',
    agent: isSecure ? secure : plain,
    lookup: giving(addresses),
    vetted: addresses
      .map(({ address }) => address)
      .sort()
      .join(),
    headers: { ...Object.fromEntries(own), 'content-length': Buffer.byteLength(body) },
  };
  return (isSecure ? https : http).request(url, request);
}

const giving = (addresses: LookupAddress[]): LookupFunction => {
  return (hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else if (first) callback(null, first.address, first.family);
    else callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), []);
  };
};

/**
 * `address-refused`: not sent, and asking again does not help until the URL or its name changes. `refused`: no
 * connection came about. `reset`: the connection ended, or carried something else than HTTP, before a status.
 */
type WebhookFailure = 'address-refused' | 'dns' | 'refused' | 'tls' | 'timeout' | 'reset';

const longestDetail = 300;

const failures: Record<string, WebhookFailure> = {
  EADDRESSREFUSED: 'address-refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
};

/**
 * What it is that goes wrong there without a code that is known. Node's codes of TLS failures are many: what goes
 * wrong between connection and `secureConnect` is one of them.
 */
const failureIn = { opening: 'refused', handshake: 'tls', exchange: 'reset' } as const;
type Phase = keyof typeof failureIn;

function failureOf(error: NodeJS.ErrnoException, phase: Phase): WebhookFailure {
  const known = failures[error.code ?? ''];
  if (known) return known;
  if (error.syscall === 'getaddrinfo') return 'dns';
  if (error.syscall === 'connect') return 'refused';
  return failureIn[phase];
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
