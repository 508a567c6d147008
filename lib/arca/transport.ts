import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import https from 'node:https';
import type { TLSSocket } from 'node:tls';

export interface GetInput {
  url: string;
  headers: Record<string, string>;
  /** From DNS lookup to the last byte. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** CA certificates used instead of the system's; for tests with their own server. */
  ca?: string | undefined;
}

export interface PostInput extends GetInput {
  body: string;
}

type Failure = 'timeout' | 'refused' | 'dns' | 'tls' | 'reset' | 'truncated' | 'too-large';

export type Exchange =
  | { kind: 'received'; status: number; contentType: string; date?: Date | undefined; body: Buffer }
  /** `outcomeUnknown`: the request may have arrived and been carried out. */
  | { kind: 'failed'; failure: Failure; detail: string; outcomeUnknown: boolean };

/**
 * An answer about 250 vouchers with several remarks each has about 400 KB, a list of points of sale a few KB.
 */
const maxAnswerBytes = 1_048_576;

/**
 * WSFE's live host prefers TLS 1.2 with a 1024-bit Diffie-Hellman group, which OpenSSL 3.2 and later refuse
 * (`dh key too small`, docs/authority.md#tls-of-the-live-host). Offering only elliptic curves avoids that
 * group without lowering the security level.
 */
const tlsOptions = {
  minVersion: 'TLSv1.2' as const,
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_AES_128_GCM_SHA256',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
};

/** A request as it went over the network, for the rehearsal. */
export interface SeenExchange {
  url: string;
  exchange: Exchange;
  /** Protocol and key exchange, such as `TLSv1.2` and `ECDH`; absent without TLS or without a connection. */
  tls?: { protocol: string; keyExchange: string };
}

const seenExchanges = new AsyncLocalStorage<SeenExchange[]>();

/** Runs `work` and returns with its result every exchange that it had. They contain secrets. */
export async function seeExchanges<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; seen: SeenExchange[] }> {
  const seen: SeenExchange[] = [];
  return { result: await seenExchanges.run(seen, work), seen };
}

/** No keep-alive: after a reset on a reused socket it would be unknown whether the request arrived. */
const secureAgent = new https.Agent({ ...tlsOptions, keepAlive: false });
const plainAgent = new http.Agent({ keepAlive: false });

/** Sends one request. Follows no redirects, never throws. */
export const post = ({ body, ...input }: PostInput) => send('POST', input, Buffer.from(body));
export const get = (input: GetInput) => send('GET', input, Buffer.alloc(0));

function send(method: 'GET' | 'POST', input: GetInput, body: Buffer): Promise<Exchange> {
  const url = new URL(input.url);
  const isSecure = url.protocol === 'https:';
  const agent = input.ca ? new https.Agent({ ...tlsOptions, ca: input.ca }) : secureAgent;
  const request = (isSecure ? https : http).request(url, {
    method,
    agent: isSecure ? agent : plainAgent,
    headers: { ...input.headers, ...(method === 'POST' ? { 'content-length': body.length } : {}) },
  });

  const seen = seenExchanges.getStore();

  return new Promise((resolve) => {
    let isConnected = false;
    let hasAnswer = false;
    let tls: SeenExchange['tls'];
    const settle = (exchange: Exchange): void => {
      clearTimeout(deadline);
      seen?.push({ url: input.url, exchange, ...(tls ? { tls } : {}) });
      input.signal?.removeEventListener('abort', abort);
      resolve(exchange);
      request.destroy();
    };
    const fail = (failure: Failure, detail: string): void =>
      settle({ kind: 'failed', failure, detail, outcomeUnknown: isConnected });
    const abort = (): void => fail('timeout', 'aborted');
    const deadline = setTimeout(
      () => fail('timeout', `no answer within ${input.timeoutMs} ms`),
      input.timeoutMs,
    );
    input.signal?.addEventListener('abort', abort);

    request.on('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true;
        if (seen && isSecure) tls = tlsOf(socket as TLSSocket);
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      fail(hasAnswer ? 'truncated' : failureOf(error, request.socket), error.message);
    });
    request.on('response', (response) => {
      hasAnswer = true;
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > maxAnswerBytes) fail('too-large', `more than ${maxAnswerBytes} bytes`);
      });
      response.on('error', (error) => fail('truncated', error.message));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        const contentType = headers['content-type'] ?? '';
        settle({
          kind: 'received',
          status,
          contentType,
          date: dateOf(headers.date),
          body: Buffer.concat(chunks),
        });
      });
    });
    if (input.signal?.aborted) abort();
    else request.end(body);
  });
}

const tlsOf = (socket: TLSSocket) => ({
  protocol: socket.getProtocol() ?? 'none',
  keyExchange: (socket.getEphemeralKeyInfo() as { type?: string } | null)?.type ?? 'none',
});

const failures: Record<string, Failure> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ETIMEDOUT: 'timeout',
};

/** Node has many TLS error codes; an unauthorized secure socket means that the handshake failed. */
function failureOf(error: NodeJS.ErrnoException, socket: unknown): Failure {
  const failure = failures[error.code ?? ''];
  if (failure) return failure;
  const isReset = error.code === 'ECONNRESET' || error.code === 'EPIPE';
  const isHandshake = (socket as TLSSocket | null)?.encrypted && !(socket as TLSSocket).authorized;
  return isHandshake && !isReset ? 'tls' : 'reset';
}

function dateOf(header: string | undefined): Date | undefined {
  const date = new Date(header ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}
