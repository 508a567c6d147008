import { describe, expect, it } from 'vitest';
import { checkNames, checkUpload } from '#lib/certificates/checks.ts';
import { keyIdOf, spkiFingerprint, testAuthority, toPem } from '#tests/support/pki.ts';
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
  sandbox,
  supplierCuit,
} from './case.ts';

describe('a certificate that the authority issued for our request', () => {
  it('passes every check except the login, which is pending', () => {
    const { kind, checks } = checkUpload(issueLive(), live);
    expect(kind).toBe('accepted');
    expect(checks.map(({ check }) => check)).toEqual([...checkNames]);
    expect(checks.map(({ status }) => status)).toEqual([...Array(6).fill('passed'), 'pending']);
  });

  it('is described by its own fields and serialized again', () => {
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

  it('may carry a person’s CUIT in the sandbox, with a note', () => {
    const detail = { cuit: personCuit, expectedCuit: supplierCuit };
    const result = checkUpload(issueSandbox(), sandbox);
    expect(result).toMatchObject({ kind: 'accepted', certificate: { holderCuit: personCuit } });
    expect(result.checks).toContainEqual({
      check: 'cuit',
      status: 'noted',
      note: { note: 'other-cuit', detail },
    });
  });

  it('may be filed under another alias, with a note', () => {
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

  it('may come from a renewed CA key, with a note to the operator', () => {
    const result = checkUpload(issueLive(), live);
    const keyId = keyIdOf(testAuthority('live').privateKey).toString('hex');
    expect(result).toMatchObject({
      notes: [{ note: 'unknown-issuer-key', detail: { issuer: 'Computadores', keyId } }],
    });
  });

  it('matches an earlier request after a new one was made', () => {
    const newer = { publicKeyFingerprint: spkiFingerprint(otherKey.publicKey), alias: 'altanew23' };
    expect(checkUpload(issueLive(), { ...live, keys: [newer, ...live.keys] }).kind).toBe('accepted');
  });
});

describe('the clocks may differ by five minutes', () => {
  it.each([
    ['begins in four minutes', { notBefore: nowPlus(4 * minute) }],
    ['ended four minutes ago', { notBefore: nowPlus(-9 * day), notAfter: nowPlus(-4 * minute) }],
  ])('a certificate that %s is accepted', (_, fields) => {
    expect(checkUpload(issueLive(fields), { ...live, now }).kind).toBe('accepted');
  });
});

describe('among several certificates in one file', () => {
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

it('an invalid date and a NUL in the name are malformed', () => {
  const nonsense = issueLive({ notBefore: new Date('2026-11-21T12:00:00.000Z') });
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

it('a CUIT with hyphens is the same CUIT', () => {
  const der = issueLive({ subject: [cn, ['serialNumber', 'CUIT 30-71234567-1']] });
  expect(checkUpload(der, live)).toMatchObject({
    kind: 'accepted',
    certificate: { holderCuit: supplierCuit },
  });
});
