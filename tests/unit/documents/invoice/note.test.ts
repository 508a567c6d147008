import { describe, expect, it } from 'vitest';
import { buildInvoice, type Invoice } from '#lib/documents/invoice/invoice.ts';
import { type NoteExtent, noteOf } from '#lib/documents/invoice/note.ts';
import {
  build,
  classA,
  classB,
  classC,
  documentTyped,
  exempt,
  inDollars,
  type Json,
  line,
  now,
  perception,
  services,
  vat,
} from '#tests/support/invoices.ts';

const id = '01a209c4-1f63-74e8-a7a0-b4dcb1e2a14f';

/** As the database gives it back once it is authorized. */
const issued = (data: Json) => ({ ...(JSON.parse(JSON.stringify(build(data))) as Invoice), code: '12' });

function note(
  data: Json,
  extent: NoteExtent = { kind: 'whole' },
  type: 'credit-note' | 'debit-note' = 'credit-note',
) {
  return buildInvoice(JSON.parse(JSON.stringify(noteOf(issued(data), { id, type, extent, now }))), { now });
}

const payable = ({ totals }: Pick<Invoice, 'totals'>) => Number(totals.payable);

describe('a note of an invoice', () => {
  it.each([
    ['A', classA(), '3'],
    ['B', classB(), '8'],
    ['C', classC(), '13'],
    ['A with the legend', classA(documentTyped('51')), '53'],
    ['services', classA(services()), '3'],
  ])('for the whole of it credits what was owed: %s', (_, data, code) => {
    const built = note(data);
    expect(built.tax?.ext?.['ar-arca-doc-type']).toBe(code);
    expect(built.totals).toEqual(build(data).totals);
    expect(built.preceding).toMatchObject([
      { uuid: id, code: '12', ext: { 'ar-arca-doc-type': build(data).tax?.ext?.['ar-arca-doc-type'] } },
    ]);
  });

  it.each([
    [
      'two rates, prices with VAT and a discount',
      classB({
        lines: [line('121.00', { quantity: '3' }), line('110.50', { taxes: vat('reduced') })],
        tax: { prices_include: 'VAT' },
        discounts: [{ percent: '10%' }],
      }),
    ],
    [
      'exempt beside a perception',
      classA({ lines: [line('70'), line('30', { taxes: exempt })], charges: [perception()] }),
    ],
    [
      'class C',
      classC({ lines: [line('90.00', { taxes: undefined }), line('10.01', { taxes: undefined })] }),
    ],
  ])('for the rest brings the invoice to zero, to the cent: %s', (_, data) => {
    const credited = note(data, { kind: 'lines', lines: [{ index: 0, quantity: '0.4' }] });
    const raised = note(data, { kind: 'lines', lines: [{ index: 1, quantity: '1' }] }, 'debit-note');
    const rest = note(data, { kind: 'rest', notes: [credited, raised], name: 'Saldo' });
    const sum = [build(data), raised].map(payable).reduce((one, other) => one + other, 0);
    expect(payable(credited) + payable(rest)).toBeCloseTo(sum, 2);
    expect(note(data, { kind: 'rest', notes: [], name: 'Saldo' }).totals.payable).toBe(
      build(data).totals.payable,
    );
    const none = noteOf(issued(data), {
      id,
      type: 'credit-note',
      extent: { kind: 'rest', notes: [note(data)], name: '' },
      now,
    });
    expect(none.lines).toEqual([]);
  });

  it.each([
    ['one rate', classA()],
    [
      'two rates',
      classA({ lines: [line('99.99'), line('50.01', { taxes: [{ cat: 'VAT', percent: '10.5%' }] })] }),
    ],
    ['class C', classC()],
  ])('for an amount meets it to the cent, and the rest brings the invoice to zero: %s', (_, data) => {
    const amount = (payable(build(data)) / 3).toFixed(2);
    const part = note(data, { kind: 'amount', amount, notes: [], name: 'Parte' });
    expect(part.totals.payable).toBe(amount);
    const second = note(data, { kind: 'amount', amount: '0.07', notes: [part], name: 'Parte' });
    expect(second.totals.payable).toBe('0.07');
    const rest = note(data, { kind: 'rest', notes: [part, second], name: 'Saldo' });
    expect(payable(part) + payable(second) + payable(rest)).toBeCloseTo(payable(build(data)), 1);
  });

  it('for an amount has its share of the other taxes', () => {
    const stated = { key: 'tax', amount: '10.00', ext: { 'ar-arca-tax-type': '7' } };
    const data = classA({ charges: [stated] });
    const half = (payable(build(data)) / 2).toFixed(2);
    const part = note(data, { kind: 'amount', amount: half, notes: [], name: 'Parte' });
    expect(part.totals.payable).toBe(half);
    expect(part.charges).toMatchObject([{ amount: '5.00' }]);
  });

  it('keeps the class of an invoice with a given customer status', () => {
    const exempt = { ...(classA().customer as Json), ext: { 'ar-arca-vat-status': '4' } };
    expect(note(classA({ customer: exempt })).tax?.ext).toMatchObject({ 'ar-arca-doc-type': '8' });
  });

  it('credits the chosen lines with their share of the discounts', () => {
    const data = classA({
      lines: [
        line('100', { quantity: '4', discounts: [{ amount: '40' }] }),
        line('50'),
        line('10', { quantity: '3', discounts: [{ percent: '50%' }] }),
      ],
      discounts: [{ amount: '42.50', taxes: [{ cat: 'VAT', rate: 'general' }] }],
    });
    const built = note(data, {
      kind: 'lines',
      lines: [
        { index: 0, quantity: '1' },
        { index: 2, quantity: '3' },
      ],
    });
    expect(built.lines.map(({ quantity, total }) => [quantity, total])).toEqual([
      ['1', '90.00'],
      ['3', '15.00'],
    ]);
    // 105 of 425 that the lines came to.
    expect(built.discounts).toMatchObject([{ amount: '10.50' }]);
  });

  it('has the invoice’s rate, or none where the authority uses the day’s own', () => {
    const draft = (more: Json) =>
      noteOf(issued(inDollars(more)), { id, type: 'credit-note', extent: { kind: 'whole' }, now });
    const rates = [{ from: 'USD', to: 'ARS', amount: '1450.5' }];
    expect(draft({}).exchange_rates).toEqual(rates);
    const tax = { ext: { 'ar-arca-same-currency': 'S' } };
    expect(draft({ tax }).exchange_rates).toBeUndefined();
    expect(note(inDollars({ tax })).tax?.ext).toMatchObject(tax.ext);
  });

  it('about something else begins with an empty line, taxed like the first', () => {
    const draft = noteOf(issued(classA()), { id, type: 'debit-note', extent: { kind: 'other' }, now });
    expect(draft).toMatchObject({
      type: 'debit-note',
      lines: [{ item: { name: '', price: '' }, taxes: [{ rate: 'general' }] }],
    });
  });

  it('leaves out a line that does not exist', () => {
    const draft = noteOf(issued(classA()), {
      id,
      type: 'credit-note',
      extent: { kind: 'lines', lines: [{ index: 7, quantity: '1' }] },
      now,
    });
    expect(draft.lines).toEqual([]);
  });
});
