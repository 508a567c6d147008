import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCertificateRequest } from '#lib/certificates/certificate-request.ts';
import { checkNames, checkUpload, type Expectation } from '#lib/certificates/checks.ts';
import { keyIdOf, type NameEntry, spkiFingerprint, testAuthority, toPem } from '#tests/support/pki.ts';
import {
  alias,
  issueLive,
  issueSandbox,
  live,
  otherKey,
  ourKey,
  personCuit,
  sandbox,
  supplierCuit,
} from './case.ts';

const day = 86_400_000;
const minute = 60_000;
const now = new Date('2026-11-21T12:00:00.000Z');
const nowPlus = (ms: number) => new Date(now.getTime() + ms);
const cn: NameEntry = ['CN', alias];

describe('a certificate that the authority issued for our request', () => {
  it('passes every check but the login, which is still to come', () => {
    const { kind, checks } = checkUpload(issueLive(), live);
    expect(kind).toBe('accepted');
    expect(checks.map(({ check }) => check)).toEqual([...checkNames]);
    expect(checks.map(({ status }) => status)).toEqual([...Array(6).fill('passed'), 'pending']);
  });

  it('is described from what it says, and re-serialised', () => {
    const der = issueLive({ notBefore: now });
    expect(checkUpload(Buffer.from(`hola\n${toPem(der)}`), { ...live, now })).toMatchObject({
      certificate: {
        pem: toPem(der),
        alias,
        holderCuit: supplierCuit,
        issuer: 'Computadores',
        notBefore: now,
        notAfter: nowPlus(730 * day),
        publicKeyFingerprint: spkiFingerprint(ourKey.publicKey),
      },
    });
  });

  it('in the sandbox carries the CUIT of the person, which is noted', () => {
    const detail = { cuit: personCuit, expectedCuit: supplierCuit };
    const result = checkUpload(issueSandbox(), sandbox);
    expect(result).toMatchObject({ kind: 'accepted', certificate: { holderCuit: personCuit } });
    expect(result.checks).toContainEqual({
      check: 'cuit',
      status: 'noted',
      note: { note: 'other-cuit', detail },
    });
  });

  it('may be filed under another alias, which is noted', () => {
    const der = issueLive({
      subject: [
        ['CN', 'facturacion-1'],
        ['serialNumber', `CUIT ${supplierCuit}`],
      ],
    });
    const detail = { alias, certificateAlias: 'facturacion-1' };
    expect(checkUpload(der, live)).toMatchObject({
      kind: 'accepted',
      certificate: { alias: 'facturacion-1' },
    });
    expect(checkUpload(der, live).checks).toContainEqual({
      check: 'key',
      status: 'noted',
      note: { note: 'other-alias', detail },
    });
  });

  it('may come from a renewed CA key, which only the operator hears of', () => {
    const result = checkUpload(issueLive(), live);
    const keyId = keyIdOf(testAuthority('live').privateKey).toString('hex');
    expect(result).toMatchObject({
      notes: [{ note: 'unknown-issuer-key', detail: { issuer: 'Computadores', keyId } }],
    });
  });

  it('matches a request that was downloaded before starting again', () => {
    const newer = { publicKeyFingerprint: spkiFingerprint(otherKey.publicKey), alias: 'altanew23' };
    expect(checkUpload(issueLive(), { ...live, keys: [newer, ...live.keys] }).kind).toBe('accepted');
  });
});

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
    detail: { alias, certificateAlias: alias },
    when: 'it is of another request',
    upload: issueLive({ publicKey: otherKey.publicKey }),
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

describe('the clocks may differ by five minutes', () => {
  it.each([
    ['begins in four minutes', { notBefore: nowPlus(4 * minute) }],
    ['ended four minutes ago', { notBefore: nowPlus(-9 * day), notAfter: nowPlus(-4 * minute) }],
  ])('so one that %s is good', (_, fields) => {
    expect(checkUpload(issueLive(fields), { ...live, now }).kind).toBe('accepted');
  });
});

describe('of several certificates in one file', () => {
  const own = issueLive({ notBefore: now });
  it.each([
    ['ours is taken, whatever comes first', [issueLive({ publicKey: otherKey.publicKey }), own]],
    ["ours is taken before its CA's", [testAuthority('live').der, own]],
    [
      'the one that lasts longest is taken, if both are ours',
      [issueLive({ notBefore: nowPlus(-800 * day) }), own],
    ],
    ['one that can not be read does not matter', [issueLive({ repeatedExtensions: 1 }), own]],
  ])('%s', (_, ders) => {
    const upload = Buffer.from(ders.map((der) => toPem(der)).join(''));
    expect(checkUpload(upload, { ...live, now })).toMatchObject({
      kind: 'accepted',
      certificate: { pem: toPem(own) },
    });
  });
});

it('reads a date that is none as malformed, as a NUL in the name does not reach the database', () => {
  const nonsense = issueLive({ notBefore: now });
  nonsense.write('261331120000Z', nonsense.indexOf('261121120000Z'), 'latin1');
  expect(checkUpload(nonsense, live)).toMatchObject({
    reason: 'malformed',
    detail: { problem: 'unreadable' },
  });
  const named = issueLive({
    subject: [
      ['CN', 'a\0b'],
      ['serialNumber', `CUIT ${supplierCuit}`],
    ],
  });
  expect(checkUpload(named, live)).toMatchObject({ kind: 'accepted', certificate: { alias: 'a\ufffdb' } });
});

it('reads a CUIT with hyphens as the same CUIT', () => {
  const der = issueLive({ subject: [cn, ['serialNumber', 'CUIT 30-71234567-1']] });
  expect(checkUpload(der, live)).toMatchObject({
    kind: 'accepted',
    certificate: { holderCuit: supplierCuit },
  });
});

function request(): Buffer {
  const { privateKey } = ourKey;
  return Buffer.from(createCertificateRequest({ privateKey, alias, organisation: 'x', cuit: supplierCuit }));
}

function privateKeyPem(): Buffer {
  return Buffer.from(ourKey.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
}

/** The keys nobody should have: only their encoding counts, so the moduli are no products of primes. */
function weakKeys(): [string, Buffer][] {
  const rsa = (bits: number, exponent: number): Buffer => {
    const modulus = Buffer.alloc(bits / 8, 0xc5);
    const n = encode(0x02, Buffer.concat([Buffer.of(0), modulus]));
    const key = encode(0x30, Buffer.concat([n, encode(0x02, Buffer.of(exponent))]));
    const algorithm = Buffer.from('300d06092a864886f70d0101010500', 'hex');
    return encode(0x30, Buffer.concat([algorithm, encode(0x03, Buffer.concat([Buffer.of(0), key]))]));
  };
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    type: 'spki',
    format: 'der',
  });
  return [
    ['RSA of 16384 bits', rsa(16_384, 3)],
    ['RSA of 512 bits', rsa(512, 3)],
    ['RSA with exponent 1', rsa(2048, 1)],
    ['RSA with exponent 3', rsa(2048, 3)],
    ['on a curve', ec],
  ];
}

function encode(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const header =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(header), content]);
}
