import { describe, expect, it } from 'vitest';
import { checkUpload } from '#lib/certificates/checks.ts';
import { findDerFault } from '#lib/x509/der.ts';
import { issueLive, live } from './case.ts';

const nested = (depth: number, innermost = Buffer.of(0x05, 0x00)): Buffer => {
  let der: Buffer = innermost;
  for (let level = 0; level < depth; level += 1) der = sequence(der);
  return der;
};

describe('DER from outside', () => {
  it.each([
    ['a certificate', issueLive()],
    ['32 levels', nested(32)],
    ['4,999 nodes in one', sequence(Buffer.alloc(4_999 * 2, '0500', 'hex'))],
    ['an empty sequence', Buffer.of(0x30, 0x00)],
  ])('is accepted: %s', (_, der) => {
    expect(findDerFault(der)).toBeUndefined();
  });

  it.each([
    ['too-deep', '33 levels', nested(33)],
    ['too-deep', '15,000 levels', nested(15_000)],
    ['too-many-nodes', '5,000 nodes in one', sequence(Buffer.alloc(5_000 * 2, '0500', 'hex'))],
    ['too-many-nodes', '30,000 nodes in one', sequence(Buffer.alloc(30_000 * 2, '0500', 'hex'))],
    [
      'indefinite-length',
      'an indefinite length outside',
      Buffer.from('3080020101020102020103020104000000', 'hex'),
    ],
    ['indefinite-length', 'an indefinite length inside', sequence(Buffer.from('30800000', 'hex'))],
    ['trailing-bytes', 'a byte after the end', Buffer.concat([issueLive(), Buffer.of(0)])],
    ['trailing-bytes', 'two in a row', Buffer.concat([issueLive(), issueLive()])],
    ['truncated', 'a length of 4 GB', Buffer.from('3084ffffffff0500', 'hex')],
    [
      'truncated',
      'a length of 126 octets',
      Buffer.concat([Buffer.from('30fe', 'hex'), Buffer.alloc(200, 0xff)]),
    ],
    ['truncated', 'a child longer than its parent', sequence(Buffer.from('04820100', 'hex'))],
    ['truncated', 'a header cut off', Buffer.of(0x30)],
    ['truncated', 'a length cut off', Buffer.from('3082', 'hex')],
    ['truncated', 'nothing', Buffer.alloc(0)],
    ['bad-tag', 'a tag of several octets', sequence(Buffer.from('1f810000', 'hex'))],
    ['bad-tag', 'zeros', sequence(Buffer.alloc(64))],
  ])('is refused as %s: %s', (fault, _, der) => {
    expect(findDerFault(der)).toBe(fault);
    expect(checkUpload(der, live)).toMatchObject({ kind: 'refused' });
  });

  it('with an impossible object id in a name passes the walk but is refused', () => {
    const der = issueLive();
    const commonName = der.lastIndexOf(Buffer.from('0603550403', 'hex'));
    der[commonName + 2] = 0x80;
    expect(checkUpload(der, live)).toMatchObject({ reason: 'malformed' });
  });
});

function sequence(content: Buffer): Buffer {
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.of(0x30, length), content]);
  return Buffer.concat([Buffer.of(0x30, 0x83, length >> 16, (length >> 8) & 255, length & 255), content]);
}
