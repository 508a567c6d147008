import { createHash } from 'node:crypto';
import { openApiOf, type Service } from './openapi.ts';

/** Serves the contract of a service: for everybody, and kept by caches until it changes. */
export function contractOf(service: Service): (request: Request) => Response {
  const text = JSON.stringify(openApiOf(service));
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = { 'cache-control': 'public, max-age=300', etag };
  return (request) =>
    request.headers.get('if-none-match') === etag
      ? new Response(null, { status: 304, headers })
      : new Response(text, { headers: { ...headers, 'content-type': 'application/json' } });
}
