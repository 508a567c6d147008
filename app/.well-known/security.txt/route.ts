import { securityText } from '#lib/http/security-headers.ts';

export const dynamic = 'force-dynamic';

/** Contact for reporting vulnerabilities (RFC 9116). */
export function GET(): Response {
  const text = securityText();
  if (!text) return new Response(null, { status: 404 });
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
