import { describe, expect, it } from 'vitest';
import { vatSharesOf } from '#lib/documents/invoice/totals.ts';
import {
  build,
  classA,
  classB,
  classC,
  exempt,
  type Json,
  line,
  outsideScope,
  perception,
  services,
  vat,
} from '#tests/support/invoices.ts';

const totalsOf = (data: Json) => build(data).totals;
const included = { tax: { prices_include: 'VAT' } };

describe('totals', () => {
  it('of several rates have GOBL’s shape', () => {
    const lines = [
      line('100'),
      line('200', { taxes: vat('reduced') }),
      line('50', { taxes: exempt }),
      line('7', { taxes: outsideScope }),
      line('100'),
    ];
    expect(totalsOf(classA({ lines }))).toEqual({
      sum: '457.00',
      total: '457.00',
      taxes: {
        categories: [
          {
            code: 'VAT',
            rates: [
              { key: 'standard', ext: ext('5'), base: '200.00', percent: '21.0%', amount: '42.00' },
              { key: 'standard', ext: ext('4'), base: '200.00', percent: '10.5%', amount: '21.00' },
              { key: 'exempt', base: '50.00', amount: '0.00' },
              { key: 'outside-scope', base: '7.00', amount: '0.00' },
            ],
            amount: '63.00',
          },
        ],
        sum: '63.00',
      },
      tax: '63.00',
      total_with_tax: '520.00',
      payable: '520.00',
    });
  });

  it('add 0.1 and 0.2 to 0.3, sent as text or as numbers', () => {
    for (const prices of [['0.1', '0.2'], [0.1, 0.2], [0.1 + 0.2]]) {
      expect(totalsOf(classC({ lines: prices.map((price) => line(price, { taxes: [] })) })).payable).toBe(
        '0.30',
      );
    }
  });

  it.each([
    ['0.50', '0.10'],
    ['1.50', '0.32'],
    ['2.50', '0.52'],
    ['3.50', '0.74'],
    ['10.05', '2.11'],
    ['0.03', '0.01'],
  ])('round the VAT of 21 %% on %s half to even: %s', (price, tax) => {
    expect(totalsOf(classA({ lines: [line(price)] })).tax).toBe(tax);
  });

  it('calculate the VAT once per rate, not per line', () => {
    const lines = Array.from({ length: 3 }, () => line('0.03'));
    expect(totalsOf(classA({ lines }))).toMatchObject({ total: '0.09', tax: '0.02', payable: '0.11' });
  });

  it('apply the document’s discounts and charges to the base of their VAT', () => {
    const totals = totalsOf(
      classA({
        lines: [line('1000'), line('500', { taxes: vat('reduced') })],
        discounts: [{ percent: '10%', reason: 'Pago contado', taxes: vat() }],
        charges: [{ amount: '20', reason: 'Flete', taxes: vat('reduced') }],
      }),
    );
    expect(totals).toMatchObject({ sum: '1500.00', discount: '150.00', charge: '20.00', total: '1370.00' });
    expect(totals.taxes?.categories[0].rates.map(({ base, amount }) => [base, amount])).toEqual([
      ['850.00', '178.50'],
      ['520.00', '54.60'],
    ]);
    expect(totals.payable).toBe('1603.10');
  });

  it.each<[string, Json[], Json, [string, string][]]>([
    [
      'in thirds',
      [line('1'), line('1', { taxes: vat('reduced') }), line('1', { taxes: exempt })],
      { amount: '1' },
      [
        ['21.0%', '0.34'],
        ['10.5%', '0.33'],
        ['exempt', '0.33'],
      ],
    ],
    [
      'where most was cut off',
      [line('1'), line('2', { taxes: vat('reduced') })],
      { amount: '0.01' },
      [
        ['21.0%', '0.00'],
        ['10.5%', '0.01'],
      ],
    ],
    [
      'by the lines after their own discounts',
      [line('100', { discounts: [{ percent: '50%' }] }), line('150', { taxes: outsideScope })],
      { percent: '10%' },
      [
        ['21.0%', '5.00'],
        ['outside-scope', '15.00'],
      ],
    ],
    ['all on the only VAT', [line('1'), line('2')], { amount: '0.50' }, [['21.0%', '0.50']]],
  ])('spread a charge without VAT over the VAT of the lines: %s', (_, lines, charge, shares) => {
    const invoice = build(classA({ lines, charges: [charge] }));
    expect(
      vatSharesOf(invoice).charges[0]?.map(({ key, percent, amount }) => [percent ?? key, amount]),
    ).toEqual(shares);
    expect(invoice.charges?.[0]).not.toHaveProperty('taxes');
  });

  it('spread nothing that names its VAT, is a tax or is of class C', () => {
    const charges = [{ amount: '10', taxes: vat() }, perception()];
    expect(vatSharesOf(build(classA({ charges }))).charges).toEqual([[], []]);
    expect(vatSharesOf(build(classC({ charges: [{ amount: '10' }] }))).charges).toEqual([[]]);
  });

  it('calculate other taxes on the net after discounts, and no VAT on them', () => {
    const invoice = build(
      classA({
        discounts: [{ amount: '200', taxes: vat() }],
        charges: [perception(), perception({ base: '100', percent: '1%' })],
      }),
    );
    expect(invoice.charges).toMatchObject([
      { i: 1, amount: '28.00' },
      { i: 2, base: '100.00', amount: '1.00' },
    ]);
    expect(invoice.totals).toMatchObject({
      charge: '29.00',
      total: '829.00',
      tax: '168.00',
      payable: '997.00',
    });
  });

  it('of class C have no VAT', () => {
    const totals = totalsOf(
      classC({ discounts: [{ amount: '100' }], charges: [{ amount: '10' }, perception()] }),
    );
    expect(totals).toEqual({
      sum: '1000.00',
      discount: '100.00',
      charge: '41.85',
      total: '941.85',
      tax: '0.00',
      total_with_tax: '941.85',
      payable: '941.85',
    });
  });

  it('find the VAT in prices that include it and keep the price', () => {
    expect(totalsOf(classB({ ...included, lines: [line('1.50', { quantity: '1000' })] }))).toMatchObject({
      sum: '1500.00',
      tax_included: '260.33',
      total: '1239.67',
      tax: '260.33',
      payable: '1500.00',
    });
  });

  it('calculate other taxes without the VAT that prices include', () => {
    const totals = totalsOf(
      classA({ ...included, lines: [line('121')], charges: [perception({ percent: '10%' })] }),
    );
    expect(totals).toMatchObject({ tax_included: '21.00', total: '110.00', payable: '131.00' });
  });

  it('give each due date its part', () => {
    const due_dates = [
      { date: '2026-12-10', percent: '33.33%' },
      { date: '2027-01-10', amount: 806.7 },
    ];
    const { payment } = build(services({ payment: { terms: { due_dates } } }));
    expect(payment?.terms?.due_dates).toEqual([
      { date: '2026-12-10', percent: '33.33%', amount: '403.29' },
      { date: '2027-01-10', amount: '806.70' },
    ]);
  });
});

function ext(code: string) {
  return { 'ar-arca-vat-rate': code };
}
