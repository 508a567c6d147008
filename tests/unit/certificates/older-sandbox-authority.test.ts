import { expect, it } from 'vitest';
import { checkUpload, type Expectation } from '#lib/certificates/checks.ts';
import { type CertificateFields, testAuthority } from '#tests/support/pki.ts';
import { alias, issueSandbox, live, now, nowPlus, otherKey, sandbox } from './case.ts';

// Read from a real certificate, which ended on 2016-12-12 (docs/authority.md#issuers).
const olderAuthority: Partial<CertificateFields> = {
  issuer: [
    ['CN', 'AFIP Testing Computadores CA'],
    ['O', 'AFIP'],
    ['C', 'AR'],
  ],
  authorityKeyId: Buffer.from('4474eeb49c26df56e1c10deb570b9019363d9601', 'hex'),
};
const ended = {
  notBefore: new Date('2014-12-13T13:31:27.000Z'),
  notAfter: new Date('2016-12-12T13:31:27.000Z'),
};
const environments = { environment: 'sandbox', expectedEnvironment: 'live' };

it.each<[string, string, Partial<CertificateFields>, Expectation, Record<string, string>]>([
  ['wrong-environment', 'in live', ended, live, environments],
  [
    'wrong-environment',
    'in live, whatever name stands beside its key',
    { ...ended, issuer: testAuthority('live').subject },
    live,
    environments,
  ],
  ['expired', 'in the sandbox', ended, sandbox, { notAfter: ended.notAfter.toISOString(), alias }],
  [
    'other-key',
    'in the sandbox, of another request',
    { ...ended, publicKey: otherKey.publicKey },
    sandbox,
    {},
  ],
])(
  'a certificate of the older sandbox CA is refused as %s %s',
  (reason, _where, fields, expectation, detail) => {
    const upload = issueSandbox({ ...olderAuthority, ...fields });
    expect(checkUpload(upload, { ...expectation, now })).toMatchObject({ kind: 'refused', reason, detail });
  },
);

it('the older sandbox CA’s key is known and raises no note', () => {
  const result = checkUpload(issueSandbox({ ...olderAuthority, notBefore: nowPlus(-60_000) }), {
    ...sandbox,
    now,
  });
  expect(result).toMatchObject({ kind: 'accepted', notes: [{ note: 'other-cuit' }] });
});
