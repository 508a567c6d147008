import { expect, test } from 'vitest';
import { withoutStatedAmount, withStatedAmount } from '#console/_editor/invoice-values.ts';

const at = ['charges', 0];
const type = { 'ar-arca-tax-type': '7' };
const mark = { ...type, 'ar-arca-stated-amount': 'S' };
const withTax = (tax: object) => ({ charges: [{ key: 'tax', ...tax }] });

test('a tax’s amount becomes stated at its calculated amount', () => {
  const before = withTax({ base: '800', percent: '3.5%', ext: type });
  expect(withStatedAmount(before, at, '28.00')).toEqual(
    withTax({ base: '800', percent: '3.5%', ext: mark, amount: '28.00' }),
  );
});

test('a stated amount with a percent is calculated again once its mark is removed', () => {
  const before = withTax({ base: '800', percent: '3.5%', amount: '30.00', ext: mark });
  expect(withoutStatedAmount(before, at)).toEqual(withTax({ base: '800', percent: '3.5%', ext: type }));
});

test('a stated amount without a percent becomes a fixed one, which has no base', () => {
  const before = withTax({ base: '800', amount: '30.00', ext: mark });
  expect(withoutStatedAmount(before, at)).toEqual(withTax({ amount: '30.00', ext: type }));
});
