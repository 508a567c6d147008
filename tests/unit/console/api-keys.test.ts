import { expect, test } from 'vitest';
import { type Expiry, endOf, stateOfKey } from '#console/w/[workspace]/configuration/api-keys/expiry.ts';

const now = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

test.each<[Expiry, string, Date | 'unusable' | undefined]>([
  ['never', '', undefined],
  ['30', '', inDays(30)],
  ['365', 'nonsense', inDays(365)],
  // The day's end in Buenos Aires.
  ['date', '2026-12-31', new Date('2027-01-01T02:59:59Z')],
  ['date', '2026-11-21', new Date('2026-11-22T02:59:59Z')],
  ['date', '2026-11-20', 'unusable'],
  ['date', '', 'unusable'],
  ['date', '31/12/2026', 'unusable'],
])('a key that expires %s %s ends at %s', (expiry, day, end) => {
  expect(endOf(expiry, day, now)).toEqual(end);
});

test.each([
  [null, null, null, 'active'],
  [inDays(15), null, null, 'active'],
  [inDays(13), null, null, 'expiring'],
  [inDays(1), 'the next', null, 'replaced'],
  [now, 'the next', null, 'expired'],
  [now, null, null, 'expired'],
  [inDays(15), null, now, 'revoked'],
  [inDays(-1), 'the next', now, 'revoked'],
])(
  'a key that ends %s, was replaced by %s and revoked %s is %s',
  (expiresAt, replacedBy, revokedAt, state) => {
    expect(stateOfKey({ expiresAt, replacedBy, revokedAt }, now)).toBe(state);
  },
);
