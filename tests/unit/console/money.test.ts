import { expect, test } from 'vitest';
import { writtenMoney } from '#console/_ui/money.ts';

test.each([
  ['1210.00', 'ARS', '$\u00a01.210,00'],
  ['1210.5', 'USD', 'USD\u00a01.210,50'],
  ['1210.55', 'CLP', 'CLP\u00a01.210,55'],
  ['1210.55', 'JPY', 'JPY\u00a01.210,55'],
  ['1210.55', 'KWD', 'KWD\u00a01.210,55'],
  ['1210.55', undefined, '1.210,55'],
])('%s in %s is written with its two decimals', (amount, currency, written) => {
  expect(writtenMoney(amount, currency, 'es-AR')).toBe(written);
});

test('an exchange rate keeps its decimals', () => {
  expect(writtenMoney('0.207145', 'ARS', 'es-AR', 6)).toBe('$\u00a00,207145');
  expect(writtenMoney('1450', 'ARS', 'en', 6)).toMatch(/1,450\.00$/);
});
