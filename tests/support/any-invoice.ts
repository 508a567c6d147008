import fc from 'fast-check';
import { classA, classB, classC, type Json, note } from './invoices.ts';

const scaled = (most: number, decimals: number, least = 0) =>
  fc.integer({ min: least, max: most }).map((digits) => (digits / 10 ** decimals).toFixed(decimals));
const percent = scaled(1000, 1).map((text) => `${text}%`);
/** As provinces have them. */
const finePercent = scaled(99_999, 4).map((text) => `${text}%`);
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

/** On the whole invoice: with its own VAT, or spread over the VAT of the lines. */
const ofWhole = fc
  .tuple(howMuch, fc.option(taxes))
  .map(([much, own]) => ({ ...much, ...(own ? { taxes: own } : {}) }));

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
/** Lines, discounts and charges with VAT. */
export const sold = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  discounts: list(ofWhole, 2),
  charges: list(
    fc.oneof(
      ofWhole,
      scaled(999_999, 2).map((amount) => ({ key: 'tax', amount, ext: { 'ar-arca-tax-type': '4' } })),
      fc.tuple(fc.oneof(percent, finePercent), fc.option(scaled(999_999, 2))).map(([part, base]) => ({
        key: 'tax',
        percent: part,
        ...(base ? { base } : {}),
        ext: { 'ar-arca-tax-type': '7' },
      })),
      fc.tuple(percent, scaled(999_999, 2), scaled(999_999, 2)).map(([part, base, amount]) => ({
        key: 'tax',
        percent: part,
        base,
        amount,
        ext: { 'ar-arca-tax-type': '7', 'ar-arca-stated-amount': 'S' },
      })),
    ),
    3,
  ),
  tax: fc.constantFrom({}, { prices_include: 'VAT' }),
});
export const withoutVat = ({ lines, discounts, charges, tax }: Json) => ({
  tax,
  ...Object.fromEntries(
    Object.entries({ lines, discounts, charges }).map(([name, items]) => [
      name,
      (items as Json[]).map(({ taxes: _, ...item }: Json) => item),
    ]),
  ),
});
const company = { customer: classA().customer };
/** Anything that can be sold, in each class. The invoice may still be refused for its amounts. */
export const anyInvoice = fc.tuple(sold, fc.constantFrom('A', 'B', 'C', 'note')).map(([data, kind]): Json => {
  if (kind === 'A') return classA(data);
  if (kind === 'B') return classB(data);
  return kind === 'C' ? classC({ ...withoutVat(data), ...company }) : note('credit-note', data);
});
