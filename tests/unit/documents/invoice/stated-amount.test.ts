import { describe, expect, it } from 'vitest';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { noteOf } from '#lib/documents/invoice/note.ts';
import { outlineInvoice } from '#lib/documents/invoice/preview.ts';
import { refusals } from '#tests/support/authority-arithmetic.ts';
import {
  build,
  classA,
  classB,
  classC,
  codesAndPaths,
  faultsOf,
  type Json,
  line,
  now,
  perception,
} from '#tests/support/invoices.ts';
import { simulatedRefusals } from '#tests/support/simulated-rules.ts';

const ext = { 'ar-arca-tax-type': '7', 'ar-arca-stated-amount': 'S' };
/** 3.5 % of 800.00 would be 28.00. */
const stated = (more: Json = {}) => perception({ base: '800.00', amount: '30.00', ext, ...more });
const withCharge = (charge: Json, of = classA) => of({ charges: [charge] });
const stored = (data: Json): Json => JSON.parse(JSON.stringify(build(data)));
const changed = (built: Json, more: Json): Json => ({
  ...built,
  charges: (built.charges as Json[]).map((charge) => ({ ...charge, ...more })),
});

describe('a stated amount of a tax', () => {
  it.each([
    ['A', classA, '1240.00'],
    ['B', classB, '1240.00'],
    ['C', classC, '1030.00'],
  ])('stays beside base and percent, and is part of the total of class %s', (_, of, payable) => {
    const invoice = build(withCharge(stated(), of));
    expect(invoice.charges).toMatchObject([{ base: '800.00', percent: '3.5%', amount: '30.00' }]);
    expect(invoice.totals).toMatchObject({ charge: '30.00', payable });
    const amounts = authorityAmounts(invoice);
    expect(amounts).toMatchObject({
      ImpTrib: '30.00',
      Tributos: [{ Id: 7, BaseImp: '800.00', Alic: '3.50', Importe: '30.00' }],
    });
    expect(refusals(amounts)).toEqual([]);
    expect(simulatedRefusals(amounts)).toEqual([]);
  });

  it.each<[string, Json, Json]>([
    ['a base alone', { percent: undefined }, { BaseImp: '800.00', Alic: '0.00', Importe: '30.00' }],
    ['a percent alone', { base: undefined }, { BaseImp: '1000.00', Alic: '3.50', Importe: '30.00' }],
    ['a rate of 0 %', { percent: '0%' }, { BaseImp: '800.00', Alic: '0.00', Importe: '30.00' }],
    ['a base of 0', { base: '0' }, { BaseImp: '0.00', Alic: '3.50', Importe: '30.00' }],
    ['neither', { base: undefined, percent: undefined }, { BaseImp: '0.00', Alic: '0.00', Importe: '30.00' }],
  ])('is sent to the authority beside %s', (_, more, tributo) => {
    const data = withCharge(stated(more));
    expect(faultsOf(data)).toEqual([]);
    expect(authorityAmounts(build(data)).Tributos).toMatchObject([tributo]);
  });

  it('stays when the invoice is built again, whatever changes but itself', () => {
    const built = stored(withCharge(stated()));
    expect(stored(built)).toEqual(built);
    for (const more of [{ percent: '5%' }, { base: '900.00' }, { reason: 'Percepción' }]) {
      expect(build(changed(built, more)).charges).toMatchObject([{ ...more, amount: '30.00' }]);
    }
    const lines = [line('5000')];
    expect(build({ ...built, lines }).charges).toMatchObject([{ base: '800.00', amount: '30.00' }]);
    expect(build(changed(built, { amount: '31.00' })).totals.payable).toBe('1241.00');
  });

  it.each([
    ['without its mark', { 'ar-arca-tax-type': '7' }],
    ['with the mark N', { ...ext, 'ar-arca-stated-amount': 'N' }],
  ])('is calculated again %s', (_, other) => {
    const built = stored(withCharge(stated()));
    expect(build(changed(built, { ext: other })).charges).toMatchObject([{ amount: '28.00' }]);
  });

  it('may be zero, below the least amount of a perception', () => {
    const invoice = build(withCharge(stated({ amount: '0' })));
    expect(invoice.totals.payable).toBe('1210.00');
    expect(authorityAmounts(invoice)).not.toHaveProperty('Tributos');
  });

  it('is in the outline of an invoice in progress', () => {
    const outline = outlineInvoice(withCharge(stated()), now);
    expect(outline).toMatchObject({ totals: { payable: '1240.00' }, isComplete: true });
    expect(outline?.adjustments.charges).toMatchObject([{ amount: '30.00' }]);
  });

  it('is credited in full, or in the share of the chosen lines', () => {
    const data = classA({ lines: [line('100', { quantity: '10' })], charges: [stated()] });
    const invoice = { ...(stored(data) as unknown as Invoice), code: '12' };
    const draft = (quantity: string) =>
      noteOf(invoice, {
        id: '01a209c4-1f63-74e8-a7a0-b4dcb1e2a14f',
        type: 'credit-note',
        extent: quantity ? { kind: 'lines', lines: [{ index: 0, quantity }] } : { kind: 'whole' },
        now,
      });
    const noteTotals = (quantity: string) => build(JSON.parse(JSON.stringify(draft(quantity)))).totals;
    expect(noteTotals('')).toMatchObject({ charge: '30.00', payable: '1240.00' });
    expect(draft('2').charges).toMatchObject([{ base: '160.00', percent: '3.5%', amount: '6.00' }]);
    expect(noteTotals('2')).toMatchObject({ charge: '6.00', payable: '248.00' });
  });

  it.each<[string, Json, [string, string]]>([
    ['without an amount', withCharge(stated({ amount: undefined })), ['required', '$.charges[0].amount']],
    ['below zero', withCharge(stated({ amount: '-1' })), ['invalid', '$.charges[0].amount']],
    [
      'with another mark than S or N',
      withCharge(stated({ ext: { ...ext, 'ar-arca-stated-amount': 'yes' } })),
      ['invalid-value', '$.charges[0].ext.ar-arca-stated-amount'],
    ],
    [
      'of a charge that is no tax',
      withCharge({ percent: '5%', amount: '3', ext: { 'ar-arca-stated-amount': 'S' } }),
      ['unknown-field', '$.charges[0].ext.ar-arca-stated-amount'],
    ],
    [
      'of a discount',
      classA({ discounts: [{ percent: '5%', amount: '3', ext: { 'ar-arca-stated-amount': 'S' } }] }),
      ['unknown-field', '$.discounts[0].ext.ar-arca-stated-amount'],
    ],
    [
      'of a line’s charge',
      classA({
        lines: [
          line('9', { charges: [{ percent: '5%', amount: '3', ext: { 'ar-arca-stated-amount': 'S' } }] }),
        ],
      }),
      ['unknown-field', '$.lines[0].charges[0].ext.ar-arca-stated-amount'],
    ],
  ])('is refused %s', (_, data, fault) => {
    expect(codesAndPaths(data)).toEqual([fault]);
  });
});
