import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AltaError, type ErrorKey } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { logRequest } from '#lib/log.ts';
import { requestSeconds } from '#lib/metrics.ts';
import { isConsolePath } from './console-paths.ts';
import { isOwnHost } from './hosts.ts';
import { problemParts } from './problem.ts';
import { secretHeaders, securityHeaders } from './security-headers.ts';

/** Headers that speak to the framework's inside. No client of ours sends them to a route handler. */
const insideHeaders = ['x-middleware-subrequest', 'next-action', 'x-nextjs-data'];
/** Ways to an image or a route of which we use none. */
const insidePaths = /^\/_next\/(image|data)/;

/** Where else forms are sent than in the Console: the wizard; and, in development, the framework's own tools. */
const formPaths = /^\/(reg(\/|$)|_)/;

const methodsAt = (path: string): string[] => {
  if (path.startsWith('/api/')) return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  return formPaths.test(path) || isConsolePath(path) ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
};

/**
 * The status with which a request is turned away before the framework sees it, if it is.
 * @param hostNames by which the installation goes, beside those of this machine
 */
export function refusalOf(
  {
    method = 'GET',
    url = '',
    headers,
    httpVersion,
  }: Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { httpVersion?: string },
  hostNames: readonly string[] = [],
): number | undefined {
  if (httpVersion === '1.1' && headers.host === undefined) return 400;
  // An absolute-form target would let the caller choose the host that the framework believes in.
  if (!url.startsWith('/') || url.startsWith('//')) return 400;
  if (url.length > sizeLimits.addressCharacters) return 414;
  const path = pathOf(url);
  if (!isResolved(path)) return 400;
  if (headers.host !== undefined && !isOwnHost(headers.host, path, hostNames)) return 421;
  if (!methodsAt(path).includes(method)) return 405;
  const isRouteHandler = path.startsWith('/reg/') || path.startsWith('/api/');
  if (isRouteHandler && [...insideHeaders, 'rsc'].some((name) => name in headers)) return 400;
  if ('x-middleware-subrequest' in headers) return 400;
  if (insidePaths.test(path)) return 404;
  if (isFormWithoutBoundary(headers['content-type'])) return 400;
  if (method === 'POST' && isConsolePath(path) && isFromElsewhere(headers)) return 403;
  return undefined;
}

/**
 * Whether a page of another host sends it, which the framework answers with a 500 and an error in the log. Our pages send
 * no referrer, for which browsers write `Origin: null` on our own forms.
 */
function isFromElsewhere({ origin, host, ...headers }: IncomingMessage['headers']): boolean {
  if (origin === undefined) return false;
  if (origin === 'null') return headers['sec-fetch-site'] !== 'same-origin' || 'next-action' in headers;
  return !URL.canParse(origin) || new URL(origin).host !== (headers['x-forwarded-host'] ?? host);
}

/** Its parts can not be told apart: the framework fails over it, with a 500 of its own. */
const isFormWithoutBoundary = (contentType = '') =>
  /^\s*multipart\//i.test(contentType) && !/;\s*boundary=[^;\s]/i.test(contentType);

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

/**
 * Whether the path is what it comes to: dot segments, backslashes and fragments, which the framework resolves, would
 * make it judge another path than we do. Clients resolve them before they ask. It has to decode, too.
 */
function isResolved(path: string): boolean {
  try {
    return decodeURIComponent(new URL(path, 'http://alta.invalid').pathname) === decodeURIComponent(path);
  } catch {
    return false;
  }
}

/** Answers a request that is turned away: with the API's problem body, for that is who sends such things. */
export function refuse(
  { method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
  response: ServerResponse,
  status: number,
) {
  const path = pathOf(url);
  const allow = methodsAt(path).join(', ');
  const refusals: Partial<Record<number, [ErrorKey, string]>> = {
    403: ['forbidden', 'Forms are accepted only from pages of this host.'],
    404: ['not-found', 'This path was not found.'],
    405: ['method-not-allowed', `Use one of ${allow}.`],
    414: ['address-too-long', `Path and query may have at most ${sizeLimits.addressCharacters} characters.`],
    421: ['misdirected', 'This host is not served here.'],
    429: ['rate-limited', 'Too many requests from this address are in progress: wait for their responses.'],
  };
  const [key, message] = refusals[status] ?? ['input', 'The request could not be read.'];
  const error = new AltaError(key, message, status === 429 ? { retryAfterSeconds: 1 } : {});
  const { headers, body } = refused(method, error, path.slice(0, 200));
  // What is still to come of the body would be read for nothing.
  const more = status === 405 ? { allow } : status === 429 ? { connection: 'close' } : {};
  response.writeHead(status, { ...headers, ...more }).end(body);
}

/** Answers what is no HTTP, has a first line and headers beyond 16 KiB, or asks for another protocol. */
export function refuseUnreadable(socket: Duplex): void {
  // It was answered already, and goes on sending.
  if (socket.writableEnded) return;
  // Browsers keep a spare connection: an answer to what was never asked is taken for that of the next request.
  if (socket instanceof Socket && socket.bytesRead === 0) return void socket.destroy();
  if (!socket.writable) return void socket.destroy();
  const error = new AltaError(
    'input',
    'The request could not be read: it is not valid HTTP, or is too long.',
  );
  const { headers, body } = refused('', error, '/');
  const lines = Object.entries({ ...headers, connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n${body}`);
  // Who is still sending gets to see the answer, for a while: closed at once, the connection would be reset.
  socket.resume();
  setTimeout(() => socket.destroy(), 2_000).unref();
}

/** What is answered, after it was logged and counted. The path, which may hold a ref, is told to the caller alone. */
function refused(method: string, error: AltaError, path: string) {
  const request_id = randomUUID();
  const { status, headers, body } = problemParts(error, { id: request_id, path });
  const place = { service: 'door', version: '', route: '' };
  requestSeconds().observe({ ...place, status }, 0);
  logRequest({ request_id, method, ...place, status, ms: 0 });
  return {
    body,
    headers: {
      ...securityHeaders,
      ...secretHeaders,
      ...headers,
      'content-length': String(Buffer.byteLength(body)),
    },
  };
}
