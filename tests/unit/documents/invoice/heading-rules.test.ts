import { describe, expect, it } from 'vitest';
import {
  abroad,
  classA,
  classB,
  classC,
  codesAndPaths,
  documentTyped,
  faultsOf,
  gobl,
  type Json,
  note,
  services,
  supplierOfStatus,
} from '#tests/support/invoices.ts';

describe('one change to the heading breaks one rule', () => {
  it.each<[string, Json, string, string]>([
    ['no series', classA({ series: undefined }), gobl('01'), '$.series'],
    ['an empty series', classA({ series: ' ' }), gobl('01'), '$.series'],
    ['a series of letters', classA({ series: 'A' }), gobl('02'), '$.series'],
    ['point of sale 0', classA({ series: '0' }), gobl('02'), '$.series'],
    ['point of sale 99999', classA({ series: '99999' }), gobl('02'), '$.series'],
    ['a negative point of sale', classA({ series: -3 }), gobl('02'), '$.series'],
    ['a code', classA({ code: '124' }), 'code-is-assigned', '$.code'],
    [
      'a supplier abroad',
      classA({ supplier: abroad }),
      'supplier-not-argentine',
      '$.supplier.tax_id.country',
    ],
    [
      'a credit note of an invoice’s type',
      note('credit-note', documentTyped('1')),
      gobl('05'),
      '$.tax.ext.ar-arca-doc-type',
    ],
    [
      'a debit note of an invoice’s type',
      note('debit-note', documentTyped('1')),
      gobl('06'),
      '$.tax.ext.ar-arca-doc-type',
    ],
    [
      'an invoice of a credit note’s type',
      classA(documentTyped('3')),
      gobl('07'),
      '$.tax.ext.ar-arca-doc-type',
    ],
    [
      'an invoice of a debit note’s type',
      classA(documentTyped('2')),
      gobl('08'),
      '$.tax.ext.ar-arca-doc-type',
    ],
    [
      'a monotributo with an invoice of class A',
      classA({ $tags: ['monotax'], ...documentTyped('1') }),
      'document-type-mismatch',
      '$.tax.ext.ar-arca-doc-type',
    ],
    [
      'a supplier in the Monotributo by its own status, with an invoice of class A',
      classA({ supplier: supplierOfStatus('6'), ...documentTyped('1') }),
      'issuer-status-contradicted',
      '$.supplier.ext.ar-arca-vat-status',
    ],
    [
      'an exempt supplier by its own status, with a receipt of class B',
      classA({ supplier: supplierOfStatus('4'), customer: classB().customer, ...documentTyped('9') }),
      'issuer-status-contradicted',
      '$.supplier.ext.ar-arca-vat-status',
    ],
    [
      'a registered supplier by its own status, with an invoice of class C',
      classC({ supplier: supplierOfStatus('1') }),
      'issuer-status-contradicted',
      '$.supplier.ext.ar-arca-vat-status',
    ],
  ])('%s', (_, data, code, path) => {
    expect(codesAndPaths(data)).toEqual([[code, path]]);
  });
});

describe('a document type that is not issued', () => {
  it.each([
    ['49', /used goods/],
    ['195', /WSCT/],
    ['60', /settlement/],
    ['999', /not a document type/],
  ])('%s is refused with a reason', (code, why) => {
    const faults = faultsOf(classA(documentTyped(code)));
    expect(faults).toMatchObject([
      { code: 'document-type-not-supported', paths: ['$.tax.ext.ar-arca-doc-type'] },
    ]);
    expect(faults[0]?.message).toMatch(why);
  });
});

describe('the issue date', () => {
  const friday = new Date('2026-11-20T15:00:00Z');
  const lastOfMonth = new Date('2026-11-29T15:00:00Z');
  const lateEvening = new Date('2026-11-21T02:59:00Z');

  it.each<[string, Json, Date, string[]]>([
    ['goods five days ago', classA({ issue_date: '2026-11-15' }), friday, []],
    ['goods six days ago', classA({ issue_date: '2026-11-14' }), friday, ['ARCA-10016']],
    ['goods in five days', classA({ issue_date: '2026-11-25' }), friday, []],
    ['goods in six days', classA({ issue_date: '2026-11-26' }), friday, ['ARCA-10016']],
    ['goods in the next month', classA({ issue_date: '2026-12-01' }), lastOfMonth, ['ARCA-10152']],
    ['goods of the last month', classA({ issue_date: '2026-10-30' }), new Date('2026-11-02T15:00:00Z'), []],
    ['services ten days ago', services({ issue_date: '2026-11-10' }), friday, []],
    ['services eleven days ago', services({ issue_date: '2026-11-09' }), friday, ['ARCA-10016']],
    ['services in the next month', services({ issue_date: '2026-12-01' }), lastOfMonth, []],
    ['tomorrow by UTC, today in Buenos Aires', classA({ issue_date: '2026-11-15' }), lateEvening, []],
  ])('%s', (_, data, at, codes) => {
    expect(faultsOf(data, at).map(({ code }) => code)).toEqual(codes);
  });
});
