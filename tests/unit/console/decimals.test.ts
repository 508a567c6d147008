import { describe, expect, test } from 'vitest';
import { decimalOf, writtenDecimal, writtenPercent } from '#console/_editor/invoice-values.ts';

describe('a typed number', () => {
  test.each([
    ['es-AR', '1500', '1500'],
    ['es-AR', '1.500', '1500'],
    ['es-AR', '12.500.000', '12500000'],
    ['es-AR', '1.500,50', '1500.50'],
    ['es-AR', '1,500.50', '1500.50'],
    ['es-AR', '1500,5', '1500.5'],
    ['es-AR', '1500.50', '1500.50'],
    ['es-AR', '0.500', '0.500'],
    ['es-AR', '1.50', '1.50'],
    ['es-AR', '-1.500', '-1500'],
    ['en', '1,500', '1500'],
    ['en', '1.500', '1.500'],
    ['en', '1,500.50', '1500.50'],
    ['en', '1250,50', '1250.50'],
    ['en', '1.500,50', '1500.50'],
    ['es-AR', '', ''],
    ['es-AR', 'mil', 'mil'],
    ['es-AR', '1,2,3', '1.2.3'],
  ])('in %s as "%s" is %s', (locale, typed, meant) => {
    expect(decimalOf(typed, locale)).toBe(meant);
  });

  test.each(['es-AR', 'en'])('in %s is unchanged when shown and read again', (locale) => {
    for (const text of ['1500', '1500.5', '1.5', '1.500', '0.125', '-2.50', '12345678.123456']) {
      expect(Number(decimalOf(writtenDecimal(text, locale), locale))).toBe(Number(text));
    }
  });

  test.each([
    ['10.5%', '10,5\u00a0%', '10.5%'],
    ['21.0%', '21\u00a0%', '21%'],
    ['27 %', '27\u00a0%', '27%'],
  ])('the rate %s is shown as people write it', (rate, inSpanish, inEnglish) => {
    expect([writtenPercent(rate, 'es-AR'), writtenPercent(rate, 'en')]).toEqual([inSpanish, inEnglish]);
  });
});
