import { expect, test } from 'vitest';
import { readEnv } from '#lib/env.ts';
import { securityText } from '#lib/http/security-headers.ts';

const origin = { ALTA_ORIGIN: 'https://alta.example.com' };
const contacts = { ALTA_SECURITY_CONTACT: 'seguridad@example.com, https://example.com/report' };

test('security.txt names the contacts and a day less than a year away', () => {
  const now = new Date('2026-11-24T15:00:00Z');
  expect(securityText(readEnv({ ...origin, ...contacts }), now)).toBe(
    `Contact: mailto:seguridad@example.com
Contact: https://example.com/report
Expires: 2027-05-23T00:00:00.000Z
Preferred-Languages: es, en
Canonical: https://alta.example.com/.well-known/security.txt
`,
  );
});

test('security.txt does not exist without a contact', () =>
  expect(securityText(readEnv(origin))).toBeUndefined());

test.each(['http://example.com', 'call me', 'mailto', 'a@example.com\nContact: b@example.com'])(
  'a contact that RFC 9116 does not allow is refused: %j',
  (ALTA_SECURITY_CONTACT) =>
    expect(() => readEnv({ ALTA_SECURITY_CONTACT })).toThrow('ALTA_SECURITY_CONTACT'),
);
