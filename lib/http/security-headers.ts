import { env } from '#lib/env.ts';

/**
 * Headers of every response, whether from a route, the framework or the gateway. next.config.js relaxes the
 * policy for pages and adds path-specific headers.
 */
export const securityHeaders = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Where browsers report violations of the content security policy. */
export const policyReporting = 'report-uri /api/csp-report';

/** Additional headers of responses that need a secret or are not for search engines. */
export const secretHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
};

const dayMs = 86_400_000;
/** RFC 9116, 2.5.5, recommends less than a year. The date moves daily, so it passes only after the service ends. */
const goodForDays = 180;

/** The content of security.txt (RFC 9116); undefined if no contact is configured. */
export function securityText(
  { ALTA_ORIGIN, ALTA_SECURITY_CONTACT } = env(),
  now = new Date(),
): string | undefined {
  if (!ALTA_SECURITY_CONTACT) return undefined;
  const today = Math.floor(now.getTime() / dayMs);
  const lines = [
    ...ALTA_SECURITY_CONTACT.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date((today + goodForDays) * dayMs).toISOString()}`,
    'Preferred-Languages: es, en',
    `Canonical: ${ALTA_ORIGIN}/.well-known/security.txt`,
  ];
  return `${lines.join('\n')}\n`;
}
