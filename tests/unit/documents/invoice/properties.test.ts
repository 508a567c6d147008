import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { buildInvoice } from '#lib/documents/invoice/invoice.ts';
import { AltaError } from '#lib/errors.ts';
import { refusals } from '../../../support/authority-arithmetic.ts';
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
} from '../../../support/invoices.ts';
import { simulatedRefusals } from '../../../support/simulated-rules.ts';

const seed = 20_261_120;
const timeout = 60_000;

const scaled = (most: number, decimals: number, least = 0) =>
  fc.integer({ min: least, max: most }).map((digits) => (digits / 10 ** decimals).toFixed(decimals));
const percent = scaled(1000, 1).map((text) => `${text}%`);
const taxes = fc
  .constantFrom<Json>(
    { rate: 'general' },
    { rate: 'reduced' },
    { rate: 'increased' },
    { percent: '5%' },
    { percent: '2.5%' },
    { key: 'zero' },
    { key: 'exempt' },
    { key: 'outside-scope' },
  )
  .map((combo) => [{ cat: 'VAT', ...combo }]);
const howMuch = fc.oneof(
  percent.map((part) => ({ percent: part })),
  scaled(99_999, 2).map((amount) => ({ amount })),
);
const list = <T>(item: fc.Arbitrary<T>, maxLength: number) => fc.array(item, { maxLength });

const line = fc.record({
  quantity: scaled(50_000, 3),
  item: fc.record({
    name: fc.constant('x'),
    key: fc.constant('goods'),
    price: fc.oneof(
      scaled(9_999_999, 2),
      scaled(9_999_999, 5),
      fc.integer({ min: 0, max: 99_999_999 }).map((digits) => digits / 100),
    ),
  }),
  discounts: list(howMuch, 2),
  charges: list(howMuch, 2),
  taxes,
});
const sold = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  discounts: list(
    fc.tuple(howMuch, taxes).map(([much, taxes]) => ({ ...much, taxes })),
    2,
  ),
  charges: list(
    fc.oneof(
      fc.tuple(howMuch, taxes).map(([much, taxes]) => ({ ...much, taxes })),
      fc.tuple(percent, fc.option(scaled(999_999, 2))).map(([part, base]) => ({
        key: 'tax',
        percent: part,
        ...(base ? { base } : {}),
        ext: { 'ar-arca-tax-type': '7' },
      })),
    ),
    3,
  ),
  tax: fc.constantFrom({}, { prices_include: 'VAT' }),
});
const withoutVat = ({ lines, discounts, charges, tax }: Json) => ({
  tax,
  ...Object.fromEntries(
    Object.entries({ lines, discounts, charges }).map(([name, items]) => [
      name,
      (items as Json[]).map(({ taxes: _, ...item }) => item),
    ]),
  ),
});
const company = { customer: classA().customer };
const anyInvoice = fc.tuple(sold, fc.constantFrom('A', 'B', 'C', 'note')).map(([data, kind]): Json => {
  if (kind === 'A') return classA(data);
  if (kind === 'B') return classB(data);
  return kind === 'C' ? classC({ ...withoutVat(data), ...company }) : note('credit-note', data);
});

/** What can be wrong with such an invoice: signs, sizes, a cent whose VAT is nothing, and nobody to name. */
const foreseen = new Set([
  'ARCA-10018',
  'ARCA-10020',
  'ARCA-10043',
  'ARCA-10044',
  'ARCA-10045',
  'ARCA-10015',
  'amount-too-large',
]);

describe('whatever is sold', { timeout }, () => {
  it('adds up as the authority adds it up, to the cent; or is refused for what it is', () => {
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

  it('is the same when it is built again, also after its way through the database', () => {
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

  it('is not changed where it lies', () => {
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

  it('gives a document or faults, and nothing else is thrown', () => {
    fc.assert(fc.property(fc.anything(), isAnswered), { numRuns: 1000, seed });
  });

  it('in the place of any field gives a document or faults', () => {
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
