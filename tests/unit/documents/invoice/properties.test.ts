import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { buildInvoice } from '#lib/documents/invoice/invoice.ts';
import { AltaError } from '#lib/errors.ts';
import { anyInvoice } from '#tests/support/any-invoice.ts';
import { refusals } from '#tests/support/authority-arithmetic.ts';
import {
  build,
  classA,
  classB,
  classC,
  faultsOf,
  type Json,
  note,
  now,
  services,
} from '#tests/support/invoices.ts';
import { simulatedRefusals } from '#tests/support/simulated-rules.ts';

const seed = 20_261_120;
const timeout = 60_000;

/** What can be wrong with such an invoice: signs, sizes, a cent whose VAT is nothing, and nobody to name. */
const foreseen = new Set([
  'ARCA-10018',
  'ARCA-10020',
  'ARCA-10043',
  'ARCA-10044',
  'ARCA-10045',
  'ARCA-10015',
  'amount-too-large',
  'vat-required',
]);

describe('any invoice', { timeout }, () => {
  it('adds up to the cent as at the authority, or is refused for a foreseen reason', () => {
    let built = 0;
    fc.assert(
      fc.property(anyInvoice, (data) => {
        const faults = faultsOf(data);
        expect(faults.map(({ code }) => code).filter((code) => !foreseen.has(code))).toEqual([]);
        if (faults.length > 0) return;
        built += 1;
        const amounts = authorityAmounts(build(data));
        expect(refusals(amounts)).toEqual([]);
        expect(simulatedRefusals(amounts)).toEqual([]);
      }),
      { numRuns: 1000, seed },
    );
    expect(built).toBeGreaterThan(300);
  });

  it('is the same when built again, also after the database', () => {
    fc.assert(
      fc.property(fc.oneof(anyInvoice, fc.constant(services())), (data) => {
        if (faultsOf(data).length > 0) return;
        const invoice = build(data);
        expect(build(invoice)).toEqual(invoice);
        expect(build(JSON.parse(JSON.stringify(invoice)))).toEqual(JSON.parse(JSON.stringify(invoice)));
      }),
      { numRuns: 500, seed },
    );
  });

  it('is not changed in place', () => {
    const data = classA();
    const before = structuredClone(data);
    build(data);
    expect(data).toEqual(before);
  });
});

describe('any input', { timeout }, () => {
  const isAnswered = (data: unknown) => {
    try {
      buildInvoice(data, { now });
    } catch (error) {
      expect(error).toBeInstanceOf(AltaError);
      expect((error as AltaError).faults.length).toBeGreaterThan(0);
      expect(
        (error as AltaError).faults.every(({ code, message, paths }) => code && message && paths?.length),
      ).toBe(true);
    }
  };

  it('yields a document or faults and throws nothing else', () => {
    fc.assert(fc.property(fc.anything(), isAnswered), { numRuns: 1000, seed });
  });

  it('in the place of any field yields a document or faults', () => {
    const samples = [classA(), classB(), classC(), services(), note('debit-note'), build(services())];
    const strange = fc.oneof(
      fc.anything(),
      fc.string(),
      fc.double(),
      fc.constantFrom('', '-0', '1e999', '__proto__', 'constructor', [], {}, null),
    );
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.nat(), strange, (sample, where, value) => {
        const copy = JSON.parse(JSON.stringify(sample));
        const places = placesIn(copy);
        const [holder, name] = places[where % places.length] ?? [];
        if (holder && name !== undefined) holder[name] = value;
        isAnswered(copy);
      }),
      { numRuns: 2000, seed },
    );
  });
});

function placesIn(value: Json): [Json, string][] {
  return Object.entries(value).flatMap(([name, member]): [Json, string][] => [
    [value, name],
    ...(member !== null && typeof member === 'object' ? placesIn(member as Json) : []),
  ]);
}
