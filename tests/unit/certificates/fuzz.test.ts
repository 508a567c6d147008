import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkUpload } from '#lib/certificates/checks.ts';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { toPem } from '#tests/support/pki.ts';
import { issueLive, live } from './case.ts';

const reasons = new Set<string>(rejectionReasons);
const der = issueLive();
const pem = Buffer.from(toPem(der));

/** Either it is good or there is a reason; nothing is ever thrown. */
function hasAnOutcome(upload: Uint8Array): boolean {
  const result = checkUpload(upload, live);
  return result.kind === 'accepted' || reasons.has(result.reason);
}

const mutation = (length: number) =>
  fc.record({ at: fc.nat(length - 1), count: fc.nat(4), bytes: fc.uint8Array({ maxLength: 6 }) });

function mutate(original: Buffer, changes: { at: number; count: number; bytes: Uint8Array }[]): Buffer {
  return changes.reduce<Buffer>(
    (bytes, { at, count, bytes: inserted }) =>
      Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + count)]),
    original,
  );
}

describe('an upload gets a verdict and never throws', () => {
  it.each<[string, Buffer, number]>([
    ['DER', der, 12_000],
    ['PEM', pem, 8_000],
  ])('with bytes lost, changed or added in %s', (_, original, numRuns) => {
    fc.assert(
      fc.property(fc.array(mutation(original.length), { minLength: 1, maxLength: 4 }), (changes) =>
        hasAnOutcome(mutate(original, changes)),
      ),
      { seed: 20_261_121, numRuns },
    );
  });

  it('with every single byte of the DER replaced', () => {
    for (let at = 0; at < der.length; at += 1) {
      for (const byte of [0x00, 0x30, 0x80, 0xff]) {
        const changed = Buffer.from(der);
        changed[at] = byte;
        if (!hasAnOutcome(changed)) expect.fail(`byte ${at} = ${byte}`);
      }
    }
  });

  it('at every length of the DER and of the PEM', () => {
    for (let end = 0; end < der.length; end += 1)
      expect(checkUpload(der.subarray(0, end), live).kind).toBe('refused');
    for (let end = 0; end < pem.length; end += 1) expect(hasAnOutcome(pem.subarray(0, end))).toBe(true);
  });

  it('of random bytes or random text about certificates', () => {
    const words = [
      '-----BEGIN ',
      'CERTIFICATE',
      '-----',
      '-----END ',
      'PRIVATE KEY',
      '\n',
      'MIIC',
      '%2B',
      '=',
      '\u00a0',
      '>',
    ];
    const text = fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 40 })
      .map((parts) => parts.join(''));
    const settings = { seed: 20_261_121, numRuns: 3_000 };
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2_000 }), hasAnOutcome), settings);
    fc.assert(
      fc.property(text, (upload) => hasAnOutcome(Buffer.from(upload))),
      settings,
    );
  });

  it.each([
    ['markers', '-----BEGIN CERTIFICATE-----'],
    ['halves of markers', '-----BEGIN '],
    ['ends', '-----END CERTIFICATE-----'],
    ['dashes', '-'],
    ['quotes', '> '],
    ['lines of base64', 'MIIC\n'],
    ['percent signs', 'BEGIN+A%'],
    ['brackets', '<html '],
    ['byte order marks', '\ufeff'],
  ])('of 64 KiB of %s', (_, piece) => {
    expect(hasAnOutcome(Buffer.from(piece.repeat(70_000)).subarray(0, 64 * 1024))).toBe(true);
  });
});
