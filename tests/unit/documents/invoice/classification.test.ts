import { describe, expect, it } from 'vitest';
import { buildInvoice } from '#lib/documents/invoice/invoice.ts';
import {
  build,
  classA,
  classB,
  classC,
  corrected,
  type Json,
  line,
  now,
  overTheCounter,
  services,
} from '#tests/support/invoices.ts';

const company = classA().customer as Json;
const withStatus = (status: string) => ({ ...company, ext: { 'ar-arca-vat-status': status } });
const notes = (letter: string) => ({
  preceding: [corrected({ ext: { 'ar-arca-doc-type': { A: '1', B: '6', C: '11' }[letter] } })],
});

describe('the document type', () => {
  it.each([
    ['A', 'standard', classA(), '1'],
    ['A', 'debit-note', classA(), '2'],
    ['A', 'credit-note', classA(), '3'],
    ['B', 'standard', classB(), '6'],
    ['B', 'debit-note', classB(), '7'],
    ['B', 'credit-note', classB(), '8'],
    ['C', 'standard', classC(), '11'],
    ['C', 'debit-note', classC(), '12'],
    ['C', 'credit-note', classC(), '13'],
  ])('of class %s and type %s is derived', (letter, type, data, code) => {
    const invoice = build({ ...data, type, ...(type === 'standard' ? {} : notes(letter)) });
    expect(invoice.tax?.ext?.['ar-arca-doc-type']).toBe(code);
  });

  it.each([
    ['1', 'A'],
    ['6', 'A'],
    ['13', 'A'],
    ['16', 'A'],
    ['4', 'B'],
    ['5', 'B'],
    ['7', 'B'],
    ['8', 'B'],
    ['9', 'B'],
    ['10', 'B'],
    ['15', 'B'],
  ])('for VAT status %s is of class %s, and of class C under monotax', (status, letter) => {
    const customer = withStatus(status);
    expect(build(classA({ customer })).tax?.ext?.['ar-arca-doc-type']).toBe(letter === 'A' ? '1' : '6');
    expect(build(classC({ customer })).tax?.ext?.['ar-arca-doc-type']).toBe('11');
  });

  it.each(['4', '5', '51', '54'])('may be %s of class A if it is given', (code) => {
    const invoice = build(classA({ tax: { ext: { 'ar-arca-doc-type': code } } }));
    expect(invoice.tax?.ext?.['ar-arca-doc-type']).toBe(code);
  });

  it('of a note with the legend corrects an invoice with the legend', () => {
    const tax = { ext: { 'ar-arca-doc-type': '53' } };
    const preceding = [corrected({ ext: { 'ar-arca-doc-type': '51' } })];
    expect(build(classA({ type: 'credit-note', tax, preceding })).tax?.ext?.['ar-arca-doc-type']).toBe('53');
  });
});

describe('the customer’s VAT status', () => {
  it.each([
    ['with a CUIT is registered', company, '1'],
    [
      'with a foreign tax id is a customer abroad',
      { name: 'Padaria', tax_id: { country: 'BR', code: '1' } },
      '9',
    ],
    ['with an identity is a final consumer', classB().customer, '5'],
  ])('%s', (_, customer, status) => {
    expect(build(classA({ customer })).customer?.ext?.['ar-arca-vat-status']).toBe(status);
  });
});

describe('the concept', () => {
  const goods = line('10');
  const service = line('10', { item: { name: 'Armado', price: '10', key: 'services' } });
  const unnamed = line('10', { item: { name: 'Armado', price: '10' } });
  it.each([
    ['goods', [goods, goods], '1'],
    ['services', [service, service], '2'],
    ['what is not marked as goods', [unnamed], '2'],
    ['both', [goods, service], '3'],
  ])('is derived for %s', (_, lines, concept) => {
    const data = concept === '1' ? classA({ lines }) : services({ lines, payment: dueBy('2026-12-10') });
    expect(build(data).tax?.ext?.['ar-arca-concept']).toBe(concept);
  });
});

describe('a built invoice', () => {
  it('has its schema, regime and document type', () => {
    expect(build(overTheCounter())).toMatchObject({
      $schema: 'https://gobl.org/draft-0/bill/invoice',
      $regime: 'AR',
      $addons: ['ar-arca-v4'],
      type: 'standard',
      series: '3',
      issue_date: '2026-11-20',
      currency: 'ARS',
      tax: { rounding: 'currency', ext: { 'ar-arca-doc-type': '6', 'ar-arca-concept': '1' } },
    });
  });

  it('has the day of Buenos Aires as its issue date', () => {
    const lateEvening = new Date('2026-11-21T02:59:59Z');
    expect(buildInvoice(classA(), { now: lateEvening }).issue_date).toBe('2026-11-20');
  });

  it.each(['3', '0003', '00003', 3])('writes the point of sale %j as 3', (series) => {
    expect(build(classA({ series })).series).toBe('3');
  });

  it('keeps the fields that Alta does not use and normalizes the parties', () => {
    const more = {
      notes: [{ key: 'general', text: 'Gracias' }],
      delivery: { date: '2026-11-21' },
      ordering: { code: 'OC-77', purchases: [{ code: '1' }] },
      meta: { shift: 'tarde' },
      supplier: {
        $schema: 'https://gobl.org/draft-0/org/party',
        name: 'A',
        tax_id: { country: 'AR', code: '30-12345678-1' },
      },
    };
    const invoice = buildInvoice(classA(more), { now });
    expect(invoice).toMatchObject({ ...more, supplier: { name: 'A', tax_id: { code: '30123456781' } } });
    expect(invoice).not.toHaveProperty('code');
  });
});

function dueBy(date: string): Json {
  return { terms: { due_dates: [{ date }] } };
}
