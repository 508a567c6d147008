import { env } from '#lib/env.ts';

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
