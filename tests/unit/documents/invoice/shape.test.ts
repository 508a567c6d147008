import { describe, expect, it } from 'vitest';
import { parseInvoice } from '#lib/documents/invoice/invoice.ts';
import { sizeLimits } from '#lib/limits.ts';
import {
  build,
  classA,
  classC,
  codesAndPaths,
  faultsOf,
  inDollars,
  type Json,
  line,
  perception,
  services,
  vat,
} from '#tests/support/invoices.ts';

const pathsOf = (data: unknown) => faultsOf(data).flatMap(({ paths }) => paths ?? []);

describe('the shape', () => {
  it.each<[string, unknown, string]>([
    ['no document', null, '$'],
    ['no supplier', classA({ supplier: undefined }), '$.supplier'],
    [
      'a supplier without a CUIT',
      classA({ supplier: { name: 'A', tax_id: { country: 'AR' } } }),
      '$.supplier.tax_id.code',
    ],
    ['no lines', classA({ lines: [] }), '$.lines'],
    [
      'a line without a quantity',
      classA({ lines: [line('1', { quantity: undefined })] }),
      '$.lines[0].quantity',
    ],
    ['an item without a price', classA({ lines: [line(undefined)] }), '$.lines[0].item.price'],
    ['another schema', classA({ $schema: 'https://gobl.org/draft-0/bill/order' }), '$.$schema'],
    ['a tag that changes the meaning', classA({ $tags: ['self-billed'] }), '$.$tags[0]'],
    ['a type that is not issued', classA({ type: 'proforma' }), '$.type'],
    ['a day that does not exist', classA({ issue_date: '2026-02-30' }), '$.issue_date'],
    ['a day written otherwise', classA({ issue_date: '20/11/2026' }), '$.issue_date'],
    ['a currency in small letters', classA({ currency: 'usd' }), '$.currency'],
    ['an unknown field', classA({ totalls: {} }), '$.totalls'],
    ['an unknown field of a line', classA({ lines: [line('1', { breakdown: [] })] }), '$.lines[0].breakdown'],
    ['advances', classA({ payment: { advances: [] } }), '$.payment.advances'],
    ['a discount of nothing said', classA({ discounts: [{ reason: 'x' }] }), '$.discounts[0].amount'],
    ['a negative discount', classA({ discounts: [{ amount: '-1' }] }), '$.discounts[0].amount'],
    ['a discount of half a cent', classA({ discounts: [{ amount: '0.005' }] }), '$.discounts[0].amount'],
    ['a percent without its sign', classA({ discounts: [{ percent: '10' }] }), '$.discounts[0].percent'],
    ['a percent as a number', classA({ discounts: [{ percent: 0.1 }] }), '$.discounts[0].percent'],
    [
      'a CUIT with a wrong check digit',
      classA({ customer: { name: 'A', tax_id: { country: 'AR', code: '30712345672' } } }),
      '$.customer.tax_id.code',
    ],
    ['exact rounding', classA({ tax: { rounding: 'precise' } }), '$.tax.rounding'],
  ])('has a fault for %s', (_, data, path) => {
    expect(pathsOf(data)).toEqual([path]);
  });

  it('is all that parsing checks', () => {
    expect(parseInvoice({ ...classA({ series: undefined }), code: '1' })).toMatchObject({ code: '1' });
    expect(() => parseInvoice({})).toThrow(expect.objectContaining({ key: 'validation' }));
  });
});

describe('an amount', () => {
  const priced = (price: unknown) => classC({ lines: [line(price, { taxes: [] })] });
  it.each<[unknown, string]>([
    ['1234.5', '1234.50'],
    ['0001234.5000', '1234.50'],
    [1234.5, '1234.50'],
    [' 12 ', '12.00'],
    [0.1 + 0.2, '0.30'],
    [1.1 * 3, '3.30'],
    [1e3, '1000.00'],
    ['9999999999999.99', '9999999999999.99'],
    [9999999999999.99, '9999999999999.99'],
  ])('written as %j is read as %s', (sent, written) => {
    expect(build(priced(sent)).lines[0]?.item.price).toBe(written);
  });

  it.each([
    '1,50',
    '1.234,50',
    '1e3',
    '+1',
    '.5',
    '1.',
    '',
    'NaN',
    '١٢',
    '0x10',
    '1 000',
    '0.1234567',
    '10000000000000',
    1e21,
    1e-7,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
    {},
    '9'.repeat(10_000),
  ])('written as %j is refused', (sent) => {
    expect(pathsOf(priced(sent))).toEqual(['$.lines[0].item.price']);
  });
});

describe('an amount beyond the authority’s 13 digits', () => {
  const dear = (quantity: string): Json => line('9999999999999.99', { quantity, taxes: [] });
  it.each<[string, Json, string[]]>([
    ['the largest', classC({ lines: [dear('1')] }), []],
    ['of a line', classC({ lines: [dear('2')] }), ['$.lines[0].total']],
    ['of the sum', classC({ lines: [dear('1'), dear('1')] }), ['$.totals.sum', '$.totals.payable']],
    ['with its VAT', classA({ lines: [line('9999999999999.99')] }), ['$.totals.payable']],
    [
      'of millions of millions',
      inDollars({ lines: [line('9999999999999', { quantity: '9999999999999' })] }),
      ['$.lines[0].total'],
    ],
  ])('%s', (_, data, paths) => {
    expect(
      faultsOf(data)
        .filter(({ code }) => code === 'amount-too-large')
        .flatMap((fault) => fault.paths),
    ).toEqual(paths);
  });
});

describe('the maximum number of lines', () => {
  const lines = Array.from({ length: sizeLimits.invoiceLines }, () => line('0.03', { quantity: '7' }));

  it('adds up', () => {
    expect(build(classA({ lines })).totals).toMatchObject({
      sum: '210.00',
      tax: '44.10',
      payable: '254.10',
    });
  });

  it('can not be exceeded', () => {
    expect(pathsOf(classA({ lines: [...lines, line('1')] }))).toEqual(['$.lines']);
  });

  it('has its first hundred faults reported', () => {
    const untaxed = lines.map((one) => ({ ...one, taxes: [] }));
    expect(pathsOf(classA({ lines: untaxed }))).toEqual(
      Array.from({ length: 100 }, (_, index) => `$.lines[${index}].taxes`),
    );
  });
});

/**
 * Every amount that a sender may state. What follows from others is computed anew, as GOBL does; what follows from
 * nothing is kept, and told to the authority or the paper; what would come to nothing is refused.
 */
describe('a stated amount', () => {
  const zero = { percent: '0%', amount: '35.00' };
  const zeroBase = { base: '0', percent: '3%', amount: '35.00' };
  const withoutPercent = { base: '100', amount: '35.00' };
  const tax = { key: 'tax', ext: { 'ar-arca-tax-type': '7' } };
  const due = (more: Json) =>
    services({ payment: { terms: { due_dates: [{ date: '2026-12-10', ...more }] } } });
  const rates = (...amounts: string[]) =>
    inDollars({ exchange_rates: amounts.map((amount) => ({ from: 'USD', to: 'ARS', amount })) });
  const lost = (path: string) => [['amount-lost', path]];
  const unknown = (path: string) => [['unknown-field', path]];

  it.each<[string, Json, string[][]]>([
    ['a tax of 0 %', classA({ charges: [{ ...tax, ...zero }] }), lost('$.charges[0].percent')],
    [
      'a tax of 0.00 %',
      classA({ charges: [{ ...tax, ...zero, percent: '0.00 %' }] }),
      lost('$.charges[0].percent'),
    ],
    ['a tax of a base of 0', classA({ charges: [{ ...tax, ...zeroBase }] }), lost('$.charges[0].base')],
    [
      'a tax with a base alone',
      classA({ charges: [{ ...tax, ...withoutPercent }] }),
      lost('$.charges[0].base'),
    ],
    ['a charge of 0 %', classA({ charges: [{ ...zero, taxes: vat() }] }), lost('$.charges[0].percent')],
    ['a discount of 0 %', classA({ discounts: [zero] }), lost('$.discounts[0].percent')],
    ['a discount of a base of 0', classA({ discounts: [zeroBase] }), lost('$.discounts[0].base')],
    ['a discount with a base alone', classA({ discounts: [withoutPercent] }), lost('$.discounts[0].base')],
    [
      'a line’s discount of 0 %',
      classA({ lines: [line('9', { discounts: [zero] })] }),
      lost('$.lines[0].discounts[0].percent'),
    ],
    [
      'a line’s charge of 0 %',
      classA({ lines: [line('9', { charges: [zero] })] }),
      lost('$.lines[0].charges[0].percent'),
    ],
    ['a due date of 0 %', due(zero), lost('$.payment.terms.due_dates[0].percent')],
    [
      'a tax as a discount',
      classA({ discounts: [{ ...tax, amount: '3' }] }),
      lost('$.discounts[0].ext.ar-arca-tax-type'),
    ],
    [
      'a tax of a line',
      classA({ lines: [line('9', { charges: [{ key: 'tax', amount: '3' }] })] }),
      lost('$.lines[0].charges[0].key'),
    ],
    ['a second rate of the currency', rates('1450', '1460'), lost('$.exchange_rates[1].amount')],
    [
      'a rate of the peso',
      classA({ exchange_rates: [{ from: 'ARS', to: 'ARS', amount: '2' }] }),
      lost('$.exchange_rates[0].amount'),
    ],
    ['an advance', classA({ payment: { advances: [{ amount: '1' }] } }), unknown('$.payment.advances')],
    ['an outlay', classA({ outlays: [{ amount: '1' }] }), unknown('$.outlays')],
    ['a rounding of the total', classA({ totals: { rounding: '0.01' } }), unknown('$.totals.rounding')],
    [
      'a price in another currency',
      classA({ lines: [line('9', { item: { name: 'x', key: 'goods', price: '9', currency: 'USD' } })] }),
      unknown('$.lines[0].item.currency'),
    ],
    [
      'a line’s charge by quantity',
      classA({ lines: [line('9', { charges: [{ amount: '1', rate: '2', quantity: '3' }] })] }),
      unknown('$.lines[0].charges[0].rate').concat(unknown('$.lines[0].charges[0].quantity')),
    ],
    [
      'a surcharge of the VAT',
      classA({ lines: [line('9', { taxes: [{ ...vat()[0], surcharge: '1%' }] })] }),
      unknown('$.lines[0].taxes[0].surcharge'),
    ],
  ])('that would be lost is refused: %s', (_, data, faults) => {
    expect(codesAndPaths(data).sort()).toEqual(faults.sort());
  });

  it.each<[string, Json, Json]>([
    ['a line’s sum and total', { lines: [line('9', { sum: '1', total: '2' })] }, { lines: [line('9')] }],
    ['totals', { totals: { sum: '1', payable: '2', advance: '3', due: '4' } }, {}],
    [
      'the amount of a tax by percent',
      { charges: [perception({ amount: '99' })] },
      { charges: [perception()] },
    ],
    [
      'the amount of a discount by percent',
      { discounts: [{ percent: '5%', amount: '99' }] },
      { discounts: [{ percent: '5%' }] },
    ],
    [
      'the amount of a charge by percent of a base',
      { charges: [{ base: '10', percent: '5%', amount: '99' }] },
      { charges: [{ base: '10', percent: '5%' }] },
    ],
    [
      'the amount of a line’s discount by percent',
      { lines: [line('9', { discounts: [{ percent: '5%', amount: '8' }] })] },
      { lines: [line('9', { discounts: [{ percent: '5%' }] })] },
    ],
  ])('that follows from others is calculated again: %s', (_, stated, given) => {
    expect(build(classA(stated))).toEqual(build(classA(given)));
  });

  it.each<[string, Json, Json]>([
    [
      'nothing of nothing',
      { discounts: [{ percent: '0%', amount: '0.00' }] },
      { discount: '0.00', payable: '1210.00' },
    ],
    ['a discount', { discounts: [{ amount: '100' }] }, { discount: '100.00', payable: '1089.00' }],
    ['a charge', { charges: [{ amount: '100' }] }, { charge: '100.00', payable: '1331.00' }],
    [
      'a tax',
      { charges: [{ ...tax, amount: '35' }] },
      { charge: '35.00', total: '1035.00', payable: '1245.00' },
    ],
    [
      'a tax that only its type says to be one',
      { charges: [{ ext: { 'ar-arca-tax-type': '7' }, amount: '35' }] },
      { total: '1035.00', tax: '210.00' },
    ],
    ['a line’s discount', { lines: [line('9', { discounts: [{ amount: '1' }] })] }, { sum: '8.00' }],
    ['the same rate twice', rates('1450', '1450.00'), { payable: '1210.00' }],
  ])('that follows from no other counts: %s', (_, stated, totals) => {
    expect(build(classA(stated)).totals).toMatchObject(totals);
  });
});
