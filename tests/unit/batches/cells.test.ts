import { describe, expect, test } from 'vitest';
import { readDay, readDecimal, readItemKind, readVat } from '#lib/batches/table.ts';

describe('a number in a cell', () => {
  test.each([
    ['1234', '1234'],
    ['1234,5', '1234.5'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1.234.567', '1234567'],
    ['12.345.678,90', '12345678.90'],
    ['$ 1.234,50', '1234.50'],
    ['1234.567', '1234.567'],
    ['0,125', '0.125'],
    ['-3,5', '-3.5'],
  ])('written %s is read as %s', (text, value) => expect(readDecimal(text)).toEqual({ value }));

  test.each(['1.234', '12,345', '999.999'])(
    'written %s is ambiguous by a factor of a thousand and refused',
    (text) => expect(readDecimal(text)).toEqual({ code: 'number-unclear' }),
  );

  test.each(['', 'x', '1,2,3', '1.23.4', '1.234,50,1', '12e3', ',5', '5,', '1,23.456,7'])(
    'is not read from %j',
    (text) => expect(readDecimal(text)).toEqual({ code: 'number' }),
  );
});

describe('a day in a cell', () => {
  test.each([
    ['20/11/2026', '2026-11-20'],
    ['1/2/2026', '2026-02-01'],
    ['20-11-2026', '2026-11-20'],
    ['2026-11-20', '2026-11-20'],
  ])('written %s is read as %s', (text, value) => expect(readDay(text)).toEqual({ value }));

  test.each(['31/02/2026', '11/20/2026', '20/11/26', 'hoy', ''])('is not read from %j', (text) =>
    expect(readDay(text)).toEqual({ code: 'date' }),
  );
});

describe('the cells of VAT and kind', () => {
  test.each([
    ['21', { cat: 'VAT', rate: 'general' }],
    ['21 %', { cat: 'VAT', rate: 'general' }],
    ['10,5', { cat: 'VAT', rate: 'reduced' }],
    ['27%', { cat: 'VAT', rate: 'increased' }],
    ['2,5', { cat: 'VAT', percent: '2.5%' }],
    ['0', { cat: 'VAT', key: 'zero' }],
    ['Exento', { cat: 'VAT', key: 'exempt' }],
    ['No gravado', { cat: 'VAT', key: 'outside-scope' }],
  ])('the VAT %s is read', (text, combo) => expect(readVat(text)).toEqual({ value: [combo] }));
  test.each(['', '20', 'iva'])('the VAT %j is refused', (text) =>
    expect(readVat(text)).toEqual({ code: 'vat' }),
  );
  test.each([
    ['', 'goods'],
    ['Producto', 'goods'],
    ['SERVICIO', 'service'],
  ])('the kind %j is read as %s', (text, value) => expect(readItemKind(text)).toEqual({ value }));
});
