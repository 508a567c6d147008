import { expect, test } from 'vitest';
import { renderMessage } from '#console/w/[workspace]/jobs/[id]/message-text.tsx';
import { locales } from '#lib/i18n.ts';

test.each(locales)('a sentence stored by an earlier release is shown as it is, as English: %s', (locale) => {
  const message = 'Point of sale 3 is not registered with ARCA for web services. None can be used yet.';
  const said = { provider: 'gov-ar', code: 'point-of-sale-unusable' as const, message, paths: ['$.series'] };
  expect(renderMessage(said, locale)).toEqual({ text: message, lang: 'en' });
});

test('text in the page’s language has no mark, and foreign words show invisible characters', () => {
  const said = { code: 'ARCA-10000', params: { why: '11', own: 'SIN\u202EDOMICILIO' } } as const;
  const { own, ...words } = renderMessage(said, 'es-AR');
  expect(words).toEqual({ text: expect.stringContaining('domicilio fiscal electrónico') });
  expect(own).toBe('SIN\\u{202e}DOMICILIO');
});

test('a day in a sentence is written as the reader writes days', () => {
  const said = { code: 'ARCA-10016', params: { why: 'series', pointOfSale: 3, date: '2026-11-08' } } as const;
  expect(renderMessage(said, 'es-AR').text).toContain('08/11/2026');
  expect(renderMessage(said, 'en').text).toContain('Nov 08, 2026');
});
