import { env } from '#lib/env.ts';

/**
 * On every answer, whoever gives it: a route, the framework by itself, or the gateway. next.config.js loosens the
 * policy where there is a page to draw, and adds what an address needs of its own.
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

/** Where browsers report what a page would have loaded against its policy. */
export const policyReporting = 'report-uri /api/csp-report';

/** Of what is behind a secret, or nobody's business. */
export const secretHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
};

const dayMs = 86_400_000;
/** RFC 9116 (section 2.5.5) wants less than a year; it is reckoned anew each day, so that it lapses with the service. */
const goodForDays = 180;

/** The file of RFC 9116, where there is a contact to name. */
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
