import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { buildInvoice } from '#lib/documents/invoice/invoice.ts';
import { outlineInvoice } from '#lib/documents/invoice/preview.ts';
import { AltaError } from '#lib/errors.ts';
import { anyInvoice } from '#tests/support/any-invoice.ts';
import { classA, classB, classC, line, note, now, perception, vat } from '#tests/support/invoices.ts';
import { oddValue } from '#tests/support/odd-values.ts';

describe('the outline of an invoice in progress', () => {
  test('equals the built invoice where it can be built', () => {
    fc.assert(
      fc.property(anyInvoice, (data) => {
        const outline = outlineInvoice(data, now);
        try {
          const { totals, tax, lines } = buildInvoice(data, { now });
          expect(outline).toMatchObject({
            totals,
            type: { code: tax?.ext?.['ar-arca-doc-type'] },
            lines: lines.map(({ total }) => total),
            isComplete: true,
          });
        } catch (error) {
          if (!(error instanceof AltaError)) throw error;
        }
      }),
      { seed: 16, numRuns: 200 },
    );
  });

  test('never throws for anything else', () => {
    fc.assert(
      fc.property(
        oddValue,
        fc.constantFrom('lines', 'customer', 'tax', 'currency', 'discounts'),
        (odd, name) => {
          outlineInvoice({ ...classA(), [name]: odd }, now);
          outlineInvoice(odd, now);
        },
      ),
      { seed: 16 },
    );
  });

  it.each([
    ['a line without a price', { lines: [line('10'), line('')] }, '12.10'],
    ['a line that is none', { lines: [line('10'), 7] }, '12.10'],
    ['no lines', { lines: [] }, '0.00'],
    ['a discount of nothing', { discounts: [{ reason: 'x' }], lines: [line('10')] }, '12.10'],
  ])('leaves out what can not be added up yet: %s', (_, more, payable) => {
    expect(outlineInvoice(classA(more), now)?.totals.payable).toBe(payable);
  });

  it('is marked incomplete when something was left out', () => {
    expect(outlineInvoice(classA({ lines: [line('10'), line('')] }), now)).toMatchObject({
      isComplete: false,
      lines: ['10.00', ''],
    });
  });

  it('has each discount and charge in its place with its share of each VAT rate', () => {
    const lines = [line('10'), line('-4', { taxes: vat('reduced') })];
    const charges = [{ reason: 'x' }, { amount: '0.50' }, perception()];
    expect(outlineInvoice(classA({ lines, charges }), now)?.adjustments.charges).toEqual([
      { amount: '', shares: [] },
      {
        amount: '0.50',
        shares: [
          { key: 'standard', percent: '21.0%', amount: '0.83' },
          { key: 'standard', percent: '10.5%', amount: '-0.33' },
        ],
      },
      { amount: '0.23', shares: [] },
    ]);
  });

  it.each([
    ['A', 'standard', classA({ customer: { tax_id: { code: '3' } } })],
    ['B', 'standard', classB()],
    ['C', 'standard', classC()],
    ['A', 'credit-note', note('credit-note')],
  ])('has class %s and type %s', (letter, type, data) => {
    expect(outlineInvoice(data, now)?.type).toMatchObject({ letter, type });
  });
});
