import { describe, expect, it } from 'vitest';
import { build, classA, faultsOf, type Json, line } from '#tests/support/invoices.ts';

describe('a line', () => {
  it.each<[string, Json, string]>([
    ['quantity times price', line('2.50', { quantity: '3' }), '7.50'],
    ['a third of a cent each', line('0.003333', { quantity: '300' }), '1.00'],
    ['half a cent goes to the even neighbour below', line('0.125'), '0.12'],
    ['half a cent goes to the even neighbour above', line('0.135'), '0.14'],
    ['a negative half goes to the even neighbour too', line('-0.125'), '-0.12'],
    ['a discount of a percent', line('100', { discounts: [{ percent: '10%' }] }), '90.00'],
    [
      'a discount of a percent of a base',
      line('100', { discounts: [{ percent: '10%', base: '50' }] }),
      '95.00',
    ],
    [
      'a discount and a charge',
      line('100', { discounts: [{ amount: '5' }], charges: [{ amount: '2.5' }] }),
      '97.50',
    ],
    [
      'discounts are each of the sum',
      line('100', { discounts: [{ percent: '10%' }, { percent: '10%' }] }),
      '80.00',
    ],
  ])('%s', (_, data, total) => {
    const invoice = build(classA({ lines: [line('1000'), data] }));
    expect(invoice.lines[1]).toMatchObject({ i: 2, total });
  });

  it('has prices with at least two decimals, and its VAT in full', () => {
    const [first] = build(classA({ lines: [line('1234.5678', { quantity: '2.50' })] })).lines;
    expect(first).toMatchObject({
      quantity: '2.5',
      item: { price: '1234.5678' },
      sum: '3086.42',
      taxes: [
        { cat: 'VAT', key: 'standard', rate: 'general', percent: '21.0%', ext: { 'ar-arca-vat-rate': '5' } },
      ],
      total: '3086.42',
    });
    expect(build(classA({ lines: [line('1234.5')] })).lines[0]?.item.price).toBe('1234.50');
  });
});

describe('VAT', () => {
  it.each<[string, Json, Json]>([
    [
      'rate reduced',
      { rate: 'reduced' },
      { key: 'standard', rate: 'reduced', percent: '10.5%', ext: ext('4') },
    ],
    [
      'rate increased',
      { rate: 'increased' },
      { key: 'standard', rate: 'increased', percent: '27.0%', ext: ext('6') },
    ],
    [
      'percent alone',
      { percent: '21%' },
      { key: 'standard', rate: 'general', percent: '21.0%', ext: ext('5') },
    ],
    ['five percent', { percent: '5.00%' }, { key: 'standard', percent: '5.0%', ext: ext('8') }],
    ['the authority’s code', { ext: ext('9') }, { key: 'standard', percent: '2.5%', ext: ext('9') }],
    ['key zero', { key: 'zero' }, { key: 'zero', percent: '0%', ext: ext('3') }],
    ['zero percent', { percent: '0%' }, { key: 'zero', percent: '0%', ext: ext('3') }],
    [
      'as GOBL once wrote it',
      { rate: 'standard' },
      { key: 'standard', rate: 'general', percent: '21.0%', ext: ext('5') },
    ],
    ['exempt', { key: 'exempt' }, { key: 'exempt' }],
    ['exempt as once', { rate: 'exempt' }, { key: 'exempt' }],
    ['outside its scope', { key: 'outside-scope' }, { key: 'outside-scope' }],
  ])('is given by %s', (_, said, written) => {
    const [first] = build(classA({ lines: [line('100', { taxes: [{ cat: 'VAT', ...said }] })] })).lines;
    expect(first?.taxes).toEqual([{ cat: 'VAT', ...written }]);
  });

  it.each<[string, Json]>([
    ['nothing', {}],
    ['standard without a rate', { key: 'standard' }],
    ['two that differ', { rate: 'general', percent: '10.5%' }],
    ['a key and a former rate that differ', { key: 'exempt', rate: 'standard' }],
    ['a percent of what is exempt', { key: 'exempt', percent: '0%' }],
    ['a name that every object has', { rate: 'constructor' }],
    ['reverse charge', { key: 'reverse-charge' }],
  ])('is not given by %s', (_, said) => {
    const faults = faultsOf(classA({ lines: [line('100', { taxes: [{ cat: 'VAT', ...said }] })] }));
    expect(faults.map(({ code }) => code)).toEqual(['GOBL-AR-ARCA-TAX-COMBO-01']);
  });
});

function ext(code: string) {
  return { 'ar-arca-vat-rate': code };
}
