import { describe, expect, it } from 'vitest';
import { checkNames, checkUpload, type Expectation } from '#lib/certificates/checks.ts';
import { createCertificateRequest } from '#lib/x509/certificate-request.ts';
import { type NameEntry, testAuthority } from '#tests/support/pki.ts';
import {
  alias,
  cn,
  day,
  issueLive,
  issueSandbox,
  live,
  minute,
  now,
  nowPlus,
  otherKey,
  ourKey,
  personCuit,
  supplierCuit,
} from './case.ts';
import { weakKeys } from './weak-keys.ts';

interface Row {
  reason: string;
  detail?: Record<string, string>;
  when: string;
  upload: Buffer;
  expectation?: Partial<Expectation>;
  failed: (typeof checkNames)[number];
}

const rows: Row[] = [
  { reason: 'empty', when: 'there is nothing', upload: Buffer.alloc(0), failed: 'contents' },
  { reason: 'too-large', when: 'it weighs 65 KiB', upload: Buffer.alloc(65 * 1024, 'A'), failed: 'contents' },
  { reason: 'certificate-request', when: 'our request comes back', upload: request(), failed: 'contents' },
  { reason: 'private-key', when: 'it is a key', upload: privateKeyPem(), failed: 'contents' },
  {
    reason: 'pkcs12',
    when: 'it is a PFX',
    upload: Buffer.from('3082010002010330', 'hex'),
    failed: 'contents',
  },
  { reason: 'not-a-certificate', when: 'it is a PDF', upload: Buffer.from('%PDF-1.7'), failed: 'contents' },
  {
    reason: 'malformed',
    when: 'half of it is there',
    upload: issueLive().subarray(0, 300),
    failed: 'decoding',
  },
  {
    reason: 'malformed',
    detail: { problem: 'unreadable' },
    when: 'its serial is negative',
    upload: issueLive({ serial: Buffer.from('ff00000000000001', 'hex') }),
    failed: 'decoding',
  },
  {
    reason: 'malformed',
    detail: { problem: 'unreadable' },
    when: 'an extension is there twice',
    upload: issueLive({ repeatedExtensions: 1 }),
    failed: 'decoding',
  },
  {
    reason: 'authority-certificate',
    detail: { subject: 'Computadores' },
    when: 'it is the issuing CA',
    upload: testAuthority('live').der,
    failed: 'issuer',
  },
  {
    reason: 'authority-certificate',
    when: 'it is the root',
    upload: testAuthority('live', 'root').der,
    failed: 'issuer',
  },
  {
    reason: 'authority-certificate',
    when: 'it says CA:TRUE',
    upload: issueLive({ isAuthority: true }),
    failed: 'issuer',
  },
  {
    reason: 'authority-certificate',
    when: 'it is a self-signed clone of the issuer',
    upload: issueLive({ subject: testAuthority('live').subject, signingKey: ourKey.privateKey }),
    failed: 'issuer',
  },
  {
    reason: 'wrong-environment',
    detail: { environment: 'sandbox', expectedEnvironment: 'live' },
    when: 'a sandbox certificate meets a live link',
    upload: issueSandbox(),
    failed: 'issuer',
  },
  {
    reason: 'wrong-environment',
    detail: { environment: 'live', expectedEnvironment: 'sandbox' },
    when: 'a live certificate meets a sandbox link',
    upload: issueLive(),
    expectation: { environment: 'sandbox' },
    failed: 'issuer',
  },
  {
    reason: 'wrong-environment',
    when: "the name is right but the key is the other environment's",
    upload: issueLive({ authorityKeyId: Buffer.from('b3b2d3fffde9badede8daf11219cd6207df24f6f', 'hex') }),
    failed: 'issuer',
  },
  ...(
    [
      [
        'another CA',
        [
          ['CN', 'R11'],
          ['O', "Let's Encrypt"],
          ['C', 'US'],
        ],
      ],
      ['itself', [cn, ['serialNumber', `CUIT ${supplierCuit}`]]],
      [
        'a namesake of another organisation',
        [
          ['CN', 'Computadores'],
          ['O', 'AFlP'],
          ['C', 'AR'],
        ],
      ],
      [
        'a name with the right one inside',
        [
          ['CN', 'Computadores\nO=AFIP'],
          ['C', 'AR'],
        ],
      ],
      [
        'two names at once',
        [
          ['CN', 'Computadores'],
          ['CN', 'Mallory'],
          ['O', 'AFIP'],
        ],
      ],
      ['nobody', []],
    ] satisfies [string, NameEntry[]][]
  ).map(
    ([who, issuer]): Row => ({
      reason: 'unknown-issuer',
      when: `it was issued by ${who}`,
      upload: issueLive({ issuer }),
      failed: 'issuer',
    }),
  ),
  {
    reason: 'other-key',
    detail: { alias, certificateAlias: alias, cuit: supplierCuit, expectedCuit: supplierCuit },
    when: 'it is of another request',
    upload: issueLive({ publicKey: otherKey.publicKey }),
    failed: 'key',
  },
  {
    reason: 'other-key',
    detail: { certificateAlias: `pan ${'a'.repeat(60)}`, cuit: '' },
    when: 'it is of another request, with a name of many lines and without a CUIT',
    upload: issueLive({
      publicKey: otherKey.publicKey,
      subject: [['CN', `\u202epan\u2028\u200b${'a'.repeat(90)}`]],
    }),
    failed: 'key',
  },
  ...weakKeys().map(
    ([what, publicKey]): Row => ({
      reason: 'other-key',
      when: `its key is ${what}`,
      upload: issueLive({ publicKey }),
      failed: 'key',
    }),
  ),
  {
    reason: 'expired',
    detail: { notAfter: nowPlus(-6 * minute).toISOString(), alias },
    when: 'it ended six minutes ago',
    upload: issueLive({ notBefore: nowPlus(-9 * day), notAfter: nowPlus(-6 * minute) }),
    failed: 'validity',
  },
  {
    reason: 'not-yet-valid',
    detail: { notBefore: nowPlus(6 * minute).toISOString(), alias },
    when: 'it begins in six minutes',
    upload: issueLive({ notBefore: nowPlus(6 * minute) }),
    failed: 'validity',
  },
  {
    reason: 'other-cuit',
    detail: { cuit: personCuit, expectedCuit: supplierCuit },
    when: "it is the person's, in live",
    upload: issueLive({ subject: [cn, ['serialNumber', `CUIT ${personCuit}`]] }),
    failed: 'cuit',
  },
  ...(
    [
      ['the CUIT stands in the CN only', [['CN', `CUIT ${supplierCuit}`]]],
      ['the CN imitates the attribute', [['CN', `x\nserialNumber=CUIT ${supplierCuit}`]]],
      [
        'there are two',
        [cn, ['serialNumber', `CUIT ${supplierCuit}`], ['serialNumber', `CUIT ${personCuit}`]],
      ],
      ['it is not said to be a CUIT', [cn, ['serialNumber', supplierCuit]]],
      ['its check digit is wrong', [cn, ['serialNumber', 'CUIT 30712345670']]],
    ] satisfies [string, NameEntry[]][]
  ).flatMap(([when, subject]): Row[] => {
    const detail = { cuit: '', expectedCuit: supplierCuit };
    return [
      { reason: 'other-cuit', detail, when, upload: issueLive({ subject }), failed: 'cuit' },
      {
        reason: 'other-cuit',
        detail,
        when: `${when}, in the sandbox too`,
        upload: issueSandbox({ subject }),
        expectation: { environment: 'sandbox' },
        failed: 'cuit',
      },
    ];
  }),
];

describe('a certificate is refused', () => {
  it.each(rows)('as $reason when $when', ({ reason, detail, upload, expectation, failed }) => {
    const result = checkUpload(upload, { ...live, now, ...expectation });
    expect(result).toMatchObject({ kind: 'refused', reason, ...(detail ? { detail } : {}) });
    const position = checkNames.indexOf(failed);
    expect(result.checks.map(({ status }) => status === 'pending')).toEqual(
      checkNames.map((_, index) => index > position),
    );
    expect(result.checks[position]).toMatchObject({ check: failed, status: 'failed', rejection: { reason } });
  });

  it('for the first of several reasons', () => {
    const ended = { notBefore: nowPlus(-9 * day), notAfter: nowPlus(-day) };
    const subject: NameEntry[] = [cn, ['serialNumber', `CUIT ${personCuit}`]];
    const { publicKey } = otherKey;
    const reasonOf = (upload: Buffer) => checkUpload(upload, { ...live, now });
    expect(reasonOf(issueSandbox({ ...ended, publicKey }))).toMatchObject({ reason: 'wrong-environment' });
    expect(reasonOf(issueLive({ ...ended, publicKey, subject }))).toMatchObject({ reason: 'other-key' });
    expect(reasonOf(issueLive({ ...ended, subject }))).toMatchObject({ reason: 'expired' });
  });
});

function request(): Buffer {
  const { privateKey } = ourKey;
  return Buffer.from(createCertificateRequest({ privateKey, alias, organisation: 'x', cuit: supplierCuit }));
}

function privateKeyPem(): Buffer {
  return Buffer.from(ourKey.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
}
