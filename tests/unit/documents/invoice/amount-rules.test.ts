import { describe, expect, it } from 'vitest';
import {
  abroad,
  classA,
  classB,
  classC,
  codesAndPaths,
  gobl,
  inDollars,
  type Json,
  line,
  note,
  overTheCounter,
  perception,
  services,
  vat,
} from '#tests/support/invoices.ts';

describe('the smallest invoice of each kind', () => {
  it.each([
    ['class A', classA()],
    ['class B', classB()],
    ['class B over the counter', overTheCounter()],
    ['class C', classC()],
    ['services', services()],
    ['a credit note', note('credit-note')],
    ['a debit note', note('debit-note')],
    ['in dollars', inDollars()],
    ['with a perception', classA({ charges: [perception()] })],
    ['to somebody abroad', classA({ customer: abroad })],
  ])('%s breaks no rule', (_, data) => {
    expect(codesAndPaths(data)).toEqual([]);
  });
});

describe('one change to the amounts breaks one rule', () => {
  it.each<[string, Json, string, string]>([
    ['VAT in class C', classC({ lines: [line('10')] }), gobl('23'), '$.lines[0].taxes'],
    [
      'VAT on a discount of class C',
      classC({ discounts: [{ amount: '1', taxes: vat() }] }),
      gobl('23'),
      '$.discounts[0].taxes',
    ],
    ['dollars without a rate', inDollars({ exchange_rates: [] }), gobl('24'), '$.exchange_rates'],
    [
      'dollars with the rate of another currency',
      inDollars({ exchange_rates: [{ from: 'EUR', to: 'ARS', amount: '1600' }] }),
      gobl('24'),
      '$.exchange_rates',
    ],
    ['a rate of nothing', rate('0'), 'ARCA-10038', '$.exchange_rates'],
    ['a rate of five digits', rate('14505'), 'amount-too-large', '$.exchange_rates'],
    ['a currency of no code', classA({ currency: 'VES' }), 'currency-not-supported', '$.currency'],
    [
      'pesos paid in the same foreign currency',
      classA({ tax: { ext: { 'ar-arca-same-currency': 'S' } } }),
      'ARCA-10241',
      '$.tax.ext.ar-arca-same-currency',
    ],
    [
      'neither S nor N',
      inDollars({ tax: { ext: { 'ar-arca-same-currency': 'yes' } } }),
      'ARCA-10239',
      '$.tax.ext.ar-arca-same-currency',
    ],
    [
      'a tax without its type',
      classA({ charges: [perception({ ext: {} })] }),
      'GOBL-AR-ARCA-BILL-CHARGE-01',
      '$.charges[0].ext.ar-arca-tax-type',
    ],
    [
      'a tax of a type that does not exist',
      classA({ charges: [perception({ ext: { 'ar-arca-tax-type': '10' } })] }),
      'GOBL-AR-ARCA-BILL-CHARGE-01',
      '$.charges[0].ext.ar-arca-tax-type',
    ],
    [
      'a tax of neither percent nor amount',
      classA({ charges: [perception({ percent: undefined })] }),
      'required',
      '$.charges[0].amount',
    ],
    [
      'another tax without its name',
      classA({ charges: [perception({ ext: { 'ar-arca-tax-type': '99' }, reason: undefined })] }),
      'GOBL-AR-ARCA-BILL-CHARGE-03',
      '$.charges[0].reason',
    ],
    [
      'a tax of five decimals',
      classA({ charges: [perception({ percent: '3.12525%' })] }),
      'invalid-format',
      '$.charges[0].percent',
    ],
    [
      'VAT on a tax',
      classA({ charges: [perception({ taxes: vat() })] }),
      'vat-required',
      '$.charges[0].taxes',
    ],
    [
      'a line without VAT',
      classA({ lines: [line('10', { taxes: [] })] }),
      'vat-required',
      '$.lines[0].taxes',
    ],
    [
      'a line with two VATs',
      classA({ lines: [line('10', { taxes: [...vat(), ...vat('reduced')] })] }),
      'vat-required',
      '$.lines[0].taxes[1]',
    ],
    [
      'a line with another tax',
      classA({ lines: [line('10', { taxes: [{ cat: 'IIBB', percent: '3%' }] })] }),
      'vat-required',
      '$.lines[0].taxes[0]',
    ],
    [
      'a line with the VAT of Spain',
      classA({ lines: [line('10', { taxes: [{ cat: 'VAT', country: 'ES', percent: '21%' }] })] }),
      'vat-required',
      '$.lines[0].taxes[0]',
    ],
    [
      'a discount with two VATs',
      classA({ discounts: [{ amount: '1', taxes: [...vat(), ...vat('reduced')] }] }),
      'vat-required',
      '$.discounts[0].taxes[1]',
    ],
    [
      'a charge without VAT on lines of several that come to nothing',
      classA({ lines: [line('0'), line('0', { taxes: vat('reduced') })], charges: [{ amount: '1' }] }),
      'vat-required',
      '$.charges[0].taxes',
    ],
    [
      'VAT of 19 %',
      classA({ lines: [line('10', { taxes: [{ cat: 'VAT', percent: '19%' }] })] }),
      'GOBL-AR-ARCA-TAX-COMBO-01',
      '$.lines[0].taxes[0]',
    ],
    [
      'an export',
      classA({ lines: [line('10', { taxes: [{ cat: 'VAT', key: 'export' }] })] }),
      'export-not-supported',
      '$.lines[0].taxes[0].key',
    ],
    [
      'more taken off than sold',
      classA({ discounts: [{ amount: '1000.01', taxes: vat() }] }),
      'ARCA-10020',
      '$.discounts[0].amount',
    ],
    [
      'more taken off than sold, of no VAT in particular',
      classA({ discounts: [{ amount: '1000.01' }] }),
      'ARCA-10020',
      '$.discounts[0].amount',
    ],
    [
      'more taken off a line than it comes to, by a percent',
      classA({ lines: [line('10'), line('100', { discounts: [{ percent: '150%' }] })] }),
      'ARCA-10020',
      '$.lines[1].discounts[0].percent',
    ],
    [
      'more taken off a line than it comes to, by an amount, in class C',
      classC({ lines: [{ ...line('10'), taxes: undefined, discounts: [{ amount: '10.01' }] }] }),
      'ARCA-10045',
      '$.lines[0].discounts[0].amount',
    ],
    [
      'more taken off a line below zero than it comes to',
      classA({ lines: [line('10'), line('-5', { discounts: [{ percent: '150%' }] })] }),
      'ARCA-10020',
      '$.lines[1].discounts[0].percent',
    ],
    ['a price below zero', classA({ lines: [line('-5')] }), 'ARCA-10020', '$.lines[0].item.price'],
    [
      'a quantity below zero',
      classA({ lines: [line('5'), line('5', { quantity: '-3' })] }),
      'ARCA-10020',
      '$.lines[1].quantity',
    ],
    [
      'more taken off than sold exempt',
      classA({ discounts: [{ amount: '1', taxes: [{ cat: 'VAT', key: 'exempt' }] }] }),
      'ARCA-10044',
      '$.discounts[0].amount',
    ],
    [
      'more taken off than sold outside the VAT',
      classA({ discounts: [{ amount: '1', taxes: [{ cat: 'VAT', key: 'outside-scope' }] }] }),
      'ARCA-10043',
      '$.discounts[0].amount',
    ],
    [
      'a negative total in class C',
      classC({ discounts: [{ amount: '1001' }] }),
      'ARCA-10045',
      '$.discounts[0].amount',
    ],
    ['two cents at 21 %', classA({ lines: [line('0.02')] }), 'ARCA-10018', '$.totals.tax'],
  ])('%s', (_, data, code, path) => {
    expect(codesAndPaths(data)).toEqual([[code, path]]);
  });
});

function rate(amount: string): Json {
  return inDollars({ exchange_rates: [{ from: 'USD', to: 'ARS', amount }] });
}
