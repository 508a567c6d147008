import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AltaError, type ErrorKey } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { problemParts } from './problem.ts';

/** Headers that speak to the framework's inside. No client of ours sends them to a route handler. */
const insideHeaders = ['x-middleware-subrequest', 'next-action', 'x-nextjs-data'];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The status with which a request is turned away before the framework sees it, if it is. */
export function refusalOf({
  method = 'GET',
  url = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): number | undefined {
  // An absolute-form target would let the caller choose the host that the framework believes in.
  if (!url.startsWith('/') || url.startsWith('//')) return 400;
  if (url.length > sizeLimits.addressCharacters) return 414;
  const path = pathOf(url);
  if (path.startsWith('/api/') && !methods.includes(method)) return 405;
  const isRouteHandler = path.startsWith('/reg/') || path.startsWith('/api/');
  if (isRouteHandler && [...insideHeaders, 'rsc'].some((name) => name in headers)) return 400;
  if ('x-middleware-subrequest' in headers) return 400;
  if (path.startsWith('/_next/image')) return 404;
  return undefined;
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

const refusals: Partial<Record<number, [ErrorKey, string]>> = {
  404: ['not-found', 'This path was not found.'],
  405: ['method-not-allowed', `Use one of ${methods.join(', ')}.`],
  414: [
    'address-too-long',
    `Path and query may have ${sizeLimits.addressCharacters} characters at the most.`,
  ],
};

/** Answers a request that is turned away: with the API's problem body, for that is who sends such things. */
export function refuse({ url = '' }: Pick<IncomingMessage, 'url'>, response: ServerResponse, status: number) {
  const [key, message] = refusals[status] ?? ['input', 'The request could not be read.'];
  const path = pathOf(url).slice(0, 200);
  const { headers, body } = problemParts(new AltaError(key, message), { id: randomUUID(), path });
  response
    .writeHead(status, {
      ...headers,
      ...(status === 405 ? { allow: methods.join(', ') } : {}),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}

/** Answers what is no HTTP, or has a first line and headers beyond 16 KiB: there is no request that could be answered. */
export function refuseUnreadable(socket: Duplex): void {
  // It was answered already, and goes on sending.
  if (socket.writableEnded) return;
  if (!socket.writable) return void socket.destroy();
  const error = new AltaError('input', 'The request could not be read: it breaks HTTP, or is too long.');
  const { headers, body } = problemParts(error, { id: randomUUID(), path: '/' });
  const lines = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n${body}`);
  // Who is still sending gets to see the answer, for a while: closed at once, the connection would be reset.
  socket.resume();
  setTimeout(() => socket.destroy(), 2_000).unref();
}
