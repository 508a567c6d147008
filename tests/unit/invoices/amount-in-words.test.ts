import { expect, test } from 'vitest';
import { amountInWords, inWords } from '#lib/invoices/pdf/amount-in-words.ts';

test.each([
  [0, 'cero'],
  [1, 'uno'],
  [16, 'dieciséis'],
  [21, 'veintiuno'],
  [31, 'treinta y uno'],
  [100, 'cien'],
  [101, 'ciento uno'],
  [1_000, 'mil'],
  [1_001, 'mil uno'],
  [21_000, 'veintiún mil'],
  [131_721, 'ciento treinta y un mil setecientos veintiuno'],
  [1_000_000, 'un millón'],
  [1_000_001, 'un millón uno'],
  [5_549_862, 'cinco millones quinientos cuarenta y nueve mil ochocientos sesenta y dos'],
  [21_000_000, 'veintiún millones'],
  [1_001_000_000, 'mil un millones'],
  [1_234_000_567, 'mil doscientos treinta y cuatro millones quinientos sesenta y siete'],
  [
    9_999_999_999_999,
    'nueve billones novecientos noventa y nueve mil novecientos noventa y nueve millones novecientos noventa y nueve mil novecientos noventa y nueve',
  ],
])('%i is written out', (number, words) => {
  expect(inWords(number)).toBe(words);
});

test('the cents are written as a fraction', () => {
  expect(amountInWords('1210.05')).toBe('mil doscientos diez con 05/100');
});
