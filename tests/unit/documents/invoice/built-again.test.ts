import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { anyInvoice } from '#tests/support/any-invoice.ts';
import {
  build,
  classA,
  faultsOf,
  type Json,
  line,
  perception,
  services,
  vat,
} from '#tests/support/invoices.ts';

const seed = 20_261_122;

/** An invoice as it comes out of the database, of which everything can be changed. */
const stored = (data: Json): Json => JSON.parse(JSON.stringify(build(data)));

/** Builds, changes what was built, and builds that. */
function builtAgain(data: Json, change: (built: Json) => Json): Invoice {
  return build(change(stored(data)));
}
const withLine = (more: Json) => (built: Json) => ({
  ...built,
  lines: (built.lines as Json[]).map((one, index) => (index === 0 ? { ...one, ...more } : one)),
});
/** Changes members of the first line's VAT; undefined takes one away. */
const withVat =
  (more: Json) =>
  ({ lines, ...built }: Json) => {
    const [
      {
        taxes: [combo],
        ...rest
      },
    ] = lines as [{ taxes: [Json] }];
    const taxes = [JSON.parse(JSON.stringify({ ...combo, ...more }))];
    return { ...built, lines: [{ ...rest, taxes }] };
  };

describe('a built invoice is built again after', () => {
  it.each<[string, Json, (built: Json) => Json, Json]>([
    ['another quantity', classA(), withLine({ quantity: '3' }), { payable: '3630.00' }],
    [
      'another price',
      classA(),
      withLine({ item: { name: 'x', key: 'goods', price: 5 } }),
      { payable: '6.05' },
    ],
    [
      'a discount of the line',
      classA(),
      withLine({ discounts: [{ percent: '50%' }] }),
      { sum: '500.00', payable: '605.00' },
    ],
    [
      'another percent of a discount',
      classA({ discounts: [{ percent: '10%', taxes: vat() }] }),
      ({ discounts, ...built }) => ({
        ...built,
        discounts: (discounts as Json[]).map((one) => ({ ...one, percent: '20%' })),
      }),
      { discount: '200.00', payable: '968.00' },
    ],
    [
      'another line before it',
      classA(),
      ({ lines, ...built }) => ({ ...built, lines: [line('1'), ...(lines as Json[])] }),
      { sum: '1001.00' },
    ],
    [
      'prices that include the VAT',
      classA(),
      (built) => ({ ...built, tax: { ...(built.tax as Json), prices_include: 'VAT' } }),
      { payable: '1000.00' },
    ],
    [
      'no tax charge any more',
      classA({ charges: [perception()] }),
      ({ charges: _, ...built }) => built,
      { payable: '1210.00' },
    ],
  ])('%s', (_, data, change, totals) => {
    expect(builtAgain(data, change).totals).toMatchObject(totals);
  });

  it.each<[string, Json, Json, Json]>([
    [
      'another rate',
      { rate: 'general' },
      { rate: 'reduced' },
      { key: 'standard', rate: 'reduced', percent: '10.5%' },
    ],
    ['another percent', { rate: 'general' }, { percent: '10.5%' }, { key: 'standard', rate: 'reduced' }],
    [
      'a percent without a name',
      { rate: 'general' },
      { percent: '5%' },
      { key: 'standard', percent: '5.0%' },
    ],
    ['nothing to pay on it', { rate: 'general' }, { key: 'zero' }, { key: 'zero', percent: '0%' }],
    ['an exemption', { rate: 'general' }, { key: 'exempt' }, { key: 'exempt' }],
    ['no exemption', { key: 'zero' }, { rate: 'general' }, { key: 'standard', percent: '21.0%' }],
    ['a code of the authority', { percent: '5%' }, { ext: undefined }, { percent: '5.0%' }],
  ])('a change of VAT in a line: %s', (_, said, more, written) => {
    const data = classA({ lines: [line('100', { taxes: [{ cat: 'VAT', ...said }] })] });
    const [first] = builtAgain(data, withVat(more)).lines;
    const fresh = build(classA({ lines: [line('100', { taxes: [{ cat: 'VAT', ...written }] })] }));
    expect(first?.taxes).toEqual(fresh.lines[0]?.taxes);
  });

  it('its goods became services', () => {
    const { ordering, payment } = services();
    const built = builtAgain(classA(), (before) => ({
      ...withLine({ item: { name: 'Abono', price: '1000.00' } })(before),
      ordering,
      payment,
    }));
    expect(built.tax?.ext).toMatchObject({ 'ar-arca-concept': '2' });
  });

  it('its payable amount changed, with a part of it due', () => {
    const payment = { terms: { due_dates: [{ date: '2026-12-10', percent: '50%' }] } };
    const built = builtAgain(services({ payment }), withLine({ quantity: '2' }));
    expect(built.payment?.terms?.due_dates).toMatchObject([{ percent: '50%', amount: '1210.00' }]);
  });
});

describe('a calculated field', () => {
  it('is calculated again, whatever its value', () => {
    const wrong = classA({
      $regime: 'ES',
      $addons: ['es-verifactu-v1'],
      lines: [
        line('1000', { i: 7, sum: '999', total: 'a lot', discounts: [{ percent: '10%', amount: '-1' }] }),
      ],
      charges: [perception({ amount: 'nothing' })],
      tax: { ext: { 'ar-arca-concept': '2' } },
      totals: { payable: null, taxes: '210', constructor: '1' },
    });
    const right = classA({
      lines: [line('1000', { discounts: [{ percent: '10%' }] })],
      charges: [perception()],
    });
    expect(build(wrong)).toEqual(build(right));
    expect(build({ ...wrong, totals: [] })).toEqual(build(right));
  });

  it('leaves every given field in place', () => {
    const combo = { cat: 'VAT', country: 'AR', rate: 'general', ext: { other: 'x' } };
    const charge = { amount: '10.00', reason: 'Flete', code: 'F1', taxes: [combo] };
    const built = build(classA({ charges: [charge], lines: [line('1', { taxes: [combo] })] }));
    expect(built).toMatchObject({ charges: [charge], lines: [{ taxes: [combo] }] });
  });

  it('can not change the payable amount: rounding is refused', () => {
    expect(faultsOf(classA({ totals: { rounding: '0.01' } }))).toMatchObject([
      { code: 'unknown-field', paths: ['$.totals.rounding'] },
    ]);
  });
});

describe('any invoice', { timeout: 60_000 }, () => {
  const change = fc.record({
    at: fc.nat(),
    quantity: fc.integer({ min: -500, max: 5_000 }).map((hundredths) => (hundredths / 100).toFixed(2)),
  });
  const changed = (data: Json, { at, quantity }: { at: number; quantity: string }): Json => ({
    ...data,
    lines: (data.lines as Json[]).map((one, index, { length }) =>
      index === at % length ? { ...one, quantity } : one,
    ),
  });

  it('is the same whether a quantity changes before or after building', () => {
    let compared = 0;
    fc.assert(
      fc.property(anyInvoice, change, (data, wanted) => {
        if (faultsOf(data).length > 0) return;
        const after = changed(stored(data), wanted);
        const before = changed(data, wanted);
        expect(faultsOf(after)).toEqual(faultsOf(before));
        if (faultsOf(before).length > 0) return;
        compared += 1;
        expect(build(after)).toEqual(build(before));
        expect(stored(after)).toEqual(stored(stored(after)));
      }),
      { numRuns: 500, seed },
    );
    expect(compared).toBeGreaterThan(150);
  });
});
