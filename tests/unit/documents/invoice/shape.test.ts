import { describe, expect, it } from 'vitest';
import { parseInvoice } from '#lib/documents/invoice/invoice.ts';
import { sizeLimits } from '#lib/limits.ts';
import { build, classA, classC, faultsOf, inDollars, type Json, line } from '#tests/support/invoices.ts';

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
  ])('%s is named', (_, data, path) => {
    expect(pathsOf(data)).toEqual([path]);
  });

  it('is all that parsing asks for', () => {
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
  ])('%j is read as %s', (sent, written) => {
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
  ])('%j is refused', (sent) => {
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

describe('as many lines as an invoice may have', () => {
  const lines = Array.from({ length: sizeLimits.invoiceLines }, () => line('0.03', { quantity: '7' }));

  it('add up', () => {
    expect(build(classA({ lines })).totals).toMatchObject({
      sum: '210.00',
      tax: '44.10',
      payable: '254.10',
    });
  });

  it('are the most', () => {
    expect(pathsOf(classA({ lines: [...lines, line('1')] }))).toEqual(['$.lines']);
  });

  it('have the first hundred faults named', () => {
    const untaxed = lines.map((one) => ({ ...one, taxes: [] }));
    expect(pathsOf(classA({ lines: untaxed }))).toEqual(
      Array.from({ length: 100 }, (_, index) => `$.lines[${index}].taxes`),
    );
  });
});
