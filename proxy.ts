import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { nonceHeaderName, pathHeaderName } from '#app/(console)/_request.ts';
import { policyReporting } from '#lib/http/security-headers.ts';

/** Sets a Console page's security policy and passes it its own path. Authorizes nothing: each page does. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(18).toString('base64');
  const policy = policyWith(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce for its own scripts from the policy.
  headers.set('content-security-policy', policy);
  headers.set(nonceHeaderName, nonce);
  headers.set(pathHeaderName, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

/** The Console's addresses, as in next.config.js. Next requires literals. */
export const config = {
  matcher: [
    '/console',
    '/login/:path*',
    '/logout',
    '/setup',
    '/account',
    '/password/:path*',
    '/invite/:path*',
    '/w/:path*',
  ],
};

// In development React rebuilds the server's stack traces with eval.
const evaluation = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';

const policyWith = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Mantine writes sizes and colours into style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    policyReporting,
  ].join('; ');
