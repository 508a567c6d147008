import type { IncomingMessage } from 'node:http';

/** Headers that speak to the framework's inside. No client of ours sends them to a route handler. */
const insideHeaders = ['x-middleware-subrequest', 'next-action', 'x-nextjs-data'];

/** The status with which a request is turned away before the framework sees it, if it is. */
export function refusalOf({
  url = '',
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): number | undefined {
  // An absolute-form target would let the caller choose the host that the framework believes in.
  if (!url.startsWith('/') || url.startsWith('//')) return 400;
  if (url.length > 4_096) return 414;
  const path = url.split('?', 1)[0] ?? url;
  const isRouteHandler = path.startsWith('/reg/') || path.startsWith('/api/');
  if (isRouteHandler && [...insideHeaders, 'rsc'].some((name) => name in headers)) return 400;
  if ('x-middleware-subrequest' in headers) return 400;
  if (path.startsWith('/_next/image')) return 404;
  return undefined;
}
