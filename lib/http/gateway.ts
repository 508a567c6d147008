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

/** Internal headers of Next. Our clients never send them to a route handler. */
const internalHeaders = ['x-middleware-subrequest', 'next-action', 'x-nextjs-data'];
/** Next's image optimization and page data, which we do not use. */
const unusedPaths = /^\/_next\/(image|data)/;

/** Paths outside the Console that accept forms: the wizard and, in development, Next's tools. */
const formPaths = /^\/(reg(\/|$)|_)/;

const methodsAt = (path: string): string[] => {
  if (path.startsWith('/api/')) return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  return formPaths.test(path) || isConsolePath(path) ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
};

/**
 * Returns the status with which to refuse a request before Next sees it; undefined if it is accepted.
 * @param hostNames of the installation, besides those of the local machine
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
  // With an absolute URL as target, the client could choose the host that Next uses.
  if (!url.startsWith('/') || url.startsWith('//')) return 400;
  if (url.length > sizeLimits.urlCharacters) return 414;
  const path = pathOf(url);
  if (!isResolved(path)) return 400;
  if (headers.host !== undefined && !isOwnHost(headers.host, path, hostNames)) return 421;
  if (!methodsAt(path).includes(method)) return 405;
  const isRouteHandler = path.startsWith('/reg/') || path.startsWith('/api/');
  if (isRouteHandler && [...internalHeaders, 'rsc'].some((name) => name in headers)) return 400;
  if ('x-middleware-subrequest' in headers) return 400;
  if (unusedPaths.test(path)) return 404;
  if (isFormWithoutBoundary(headers['content-type'])) return 400;
  if (method === 'POST' && isConsolePath(path) && isCrossOrigin(headers)) return 403;
  return undefined;
}

/**
 * True if a page of another host sent the form. Next would answer with a 500 and log an error. Our pages send no
 * referrer, so browsers send `Origin: null` with their forms.
 */
function isCrossOrigin({ origin, host, ...headers }: IncomingMessage['headers']): boolean {
  if (origin === undefined) return false;
  if (origin === 'null') return headers['sec-fetch-site'] !== 'same-origin' || 'next-action' in headers;
  return !URL.canParse(origin) || new URL(origin).host !== (headers['x-forwarded-host'] ?? host);
}

/** Next fails with a 500 on a multipart body without a boundary. */
const isFormWithoutBoundary = (contentType = '') =>
  /^\s*multipart\//i.test(contentType) && !/;\s*boundary=[^;\s]/i.test(contentType);

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

/**
 * True if the path can be decoded and has no dot segments, backslashes or fragments. Next resolves those, and would
 * handle another path than the one checked here. Ordinary clients resolve them before sending.
 */
function isResolved(path: string): boolean {
  try {
    return decodeURIComponent(new URL(path, 'http://alta.invalid').pathname) === decodeURIComponent(path);
  } catch {
    return false;
  }
}

/** Refuses a request with the API's problem body, since API clients are the likely senders. */
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
    414: ['address-too-long', `Path and query may have at most ${sizeLimits.urlCharacters} characters.`],
    421: ['misdirected', 'This host is not served here.'],
    429: ['rate-limited', 'Too many requests from this address are in progress: wait for their responses.'],
  };
  const [key, message] = refusals[status] ?? ['input', 'The request could not be read.'];
  const error = new AltaError(key, message, status === 429 ? { retryAfterSeconds: 1 } : {});
  const { headers, body } = refusalParts(method, error, path.slice(0, 200));
  // A 429 closes the connection, so that the rest of the body need not be read.
  const more = status === 405 ? { allow } : status === 429 ? { connection: 'close' } : {};
  response.writeHead(status, { ...headers, ...more }).end(body);
}

/** Replies to malformed HTTP, to a request line and headers of more than 16 KiB, and to upgrade or CONNECT requests. */
export function refuseUnreadable(socket: Duplex): void {
  // Already answered; the client is still sending.
  if (socket.writableEnded) return;
  // Browsers open spare connections, and would take a reply sent on one for the response to their next request.
  if (socket instanceof Socket && socket.bytesRead === 0) return void socket.destroy();
  if (!socket.writable) return void socket.destroy();
  const error = new AltaError(
    'input',
    'The request could not be read: it is not valid HTTP, or is too long.',
  );
  const { headers, body } = refusalParts('', error, '/');
  const lines = Object.entries({ ...headers, connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n${body}`);
  // A client that is still sending gets two seconds to read the reply: closing at once would reset the connection.
  socket.resume();
  setTimeout(() => socket.destroy(), 2_000).unref();
}

/** Logs and counts a refusal and returns its response. The log omits the path, which may contain a link's secret. */
function refusalParts(method: string, error: AltaError, path: string) {
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
