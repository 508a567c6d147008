import { describe, expect, it } from 'vitest';
import { build, classA, faultsOf, type Json, line, perception, services } from '../../../support/invoices.ts';

describe('numbers that were sent', () => {
  const whole = {
    lines: [line('1000', { i: 7, sum: '1000', total: 1000 })],
    totals: {
      sum: '1000',
      total: '1000.0',
      tax: 210,
      taxes: { categories: [{ code: 'VAT', rates: [{ percent: '21%', base: '1000' }] }] },
      payable: '1210.00',
    },
  };
  it('may be there when they are right', () => {
    expect(build(classA(whole)).totals.payable).toBe('1210.00');
  });

  it.each<[string, Json, string]>([
    ['a line’s sum', { lines: [line('1000', { sum: '999' })] }, '$.lines[0].sum'],
    ['a line’s total', { lines: [line('1000', { total: '1000.01' })] }, '$.lines[0].total'],
    [
      'a discount’s amount',
      { lines: [line('1000', { discounts: [{ percent: '10%', amount: '99' }] })] },
      '$.lines[0].discounts[0].amount',
    ],
    ['a charge’s amount', { charges: [perception({ amount: '34.99' })] }, '$.charges[0].amount'],
    ['what is owed', { totals: { payable: '1210.01' } }, '$.totals.payable'],
    ['the VAT', { totals: { taxes: { sum: '209.99' } } }, '$.totals.taxes.sum'],
    [
      'the base of a rate',
      { totals: { taxes: { categories: [{ rates: [{ base: 1000.1 }] }] } } },
      '$.totals.taxes.categories[0].rates[0].base',
    ],
    ['something that is no number', { totals: { payable: null } }, '$.totals.payable'],
    ['something of another shape', { totals: { taxes: '210' } }, '$.totals.taxes'],
  ])('are refused when they do not add up: %s', (_, more, path) => {
    expect(faultsOf(classA(more)).map(({ code, paths }) => [code, paths])).toEqual([
      ['amount-mismatch', [path]],
    ]);
  });

  it.each([['rounding'], ['advance'], ['constructor']])(
    'are refused when Alta does not calculate them: %s',
    (name) => {
      expect(faultsOf(classA({ totals: { [name]: '1' } }))).toMatchObject([
        { code: 'unknown-field', paths: [`$.totals.${name}`] },
      ]);
    },
  );

  it('of a due date with a percent are held against it', () => {
    const due_dates = [{ date: '2026-12-10', percent: '50%', amount: '600' }];
    expect(faultsOf(services({ payment: { terms: { due_dates } } }))).toMatchObject([
      { code: 'amount-mismatch', paths: ['$.payment.terms.due_dates[0].amount'] },
    ]);
  });
});
