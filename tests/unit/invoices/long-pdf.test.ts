import { describe, expect, test } from 'vitest';
import { classA, type Json, line, note } from '#tests/support/invoices.ts';
import { baker, pagesOf } from './pdf-pages.ts';

describe('a long invoice', () => {
  const item = { key: 'goods', price: '10.00' };
  const lines = Array.from({ length: 1_000 }, (_, index) =>
    line('10.00', { item: { ...item, name: `Pan ${index + 1}.` } }),
  );

  test('spans pages with headings and has each line once in each copy', async () => {
    const pages = await pagesOf(classA({ lines }));
    const original = pages.slice(0, pages.length / 2);
    for (const [index, { text }] of original.entries()) {
      expect(text.includes('Producto / Servicio')).toBe(/Pan \d/.test(text));
      expect(text).toContain(`Página ${index + 1} de ${original.length}`);
      expect(text).toContain('00003');
    }
    const whole = original.map(({ text }) => text).join(' ');
    for (const at of [1, 499, 500, 501, 1000]) expect(whole.split(`Pan ${at}. `)).toHaveLength(2);
    expect(original.filter(({ text }) => text.includes('Importe Total'))).toEqual([original.at(-1)]);
  });

  test.each([
    ['a name without spaces', { name: 'ñ'.repeat(500) }],
    ['a long description', { name: 'Pan', description: 'masa madre '.repeat(450) }],
    ['characters that no font has', { name: 'パン 🥐 \u202Eabc\u0007' }],
    ['an amount as long as can be', { name: 'Pan', price: '9999999999.99' }],
  ])('%s is drawn within the page', async (_what, more) => {
    const pages = await pagesOf(classA({ lines: [line('10.00', { item: { ...item, ...more } })] }));
    expect(pages.at(-1)?.text).toContain('Importe Total');
  });

  test('a hundred corrected invoices and long names leave room for the lines', async () => {
    const { preceding } = note('credit-note') as { preceding: Json[] };
    const long = 'Sociedad '.repeat(55).trim();
    const pages = await pagesOf(
      note('credit-note', {
        supplier: { ...baker, name: long },
        customer: { name: long, tax_id: { country: 'AR', code: '30712345671' } },
        preceding: Array.from({ length: 100 }, (_, index) => ({
          ...preceding[0],
          code: String(index + 1),
          reason: `${index} ${'x'.repeat(400)}`,
        })),
      }),
    );
    expect(pages.map(({ text }) => text).join(' ')).toContain('Facturas surtidas');
  });
});
