import { describe, expect, it } from 'vitest';
import {
  classA,
  codesAndPaths,
  corrected,
  gobl,
  type Json,
  note,
  services,
} from '#tests/support/invoices.ts';

const period = (start: string, end: string) => ({ period: { start, end } });

describe('one change to a service or a note breaks one rule', () => {
  it.each<[string, Json, string, string]>([
    ['services without ordering', services({ ordering: undefined }), gobl('15'), '$.ordering'],
    ['services without a period', services({ ordering: {} }), gobl('16'), '$.ordering.period'],
    ['services without payment', services({ payment: undefined }), gobl('17'), '$.payment'],
    ['services without terms', services({ payment: {} }), gobl('18'), '$.payment.terms'],
    [
      'services without due dates',
      services({ payment: { terms: { due_dates: [] } } }),
      gobl('19'),
      '$.payment.terms.due_dates',
    ],
    [
      'goods with a due date',
      classA({ payment: { terms: { due_dates: [{ date: '2026-12-10' }] } } }),
      gobl('20'),
      '$.payment.terms.due_dates',
    ],
    ['a note of nothing', note('credit-note', { preceding: [] }), gobl('21'), '$.preceding'],
    [
      'a corrected document without a type',
      note('credit-note', { preceding: [corrected({ ext: {} })] }),
      gobl('22'),
      '$.preceding[0].ext.ar-arca-doc-type',
    ],
    [
      'a period that ends before it starts',
      services({ ordering: { period: { start: '2026-10-31', end: '2026-10-01' } } }),
      'ARCA-10032',
      '$.ordering.period.end',
    ],
    [
      'a due date before the issue date',
      services({ payment: { terms: { due_dates: [{ date: '2026-12-10' }, { date: '2026-11-19' }] } } }),
      'ARCA-10036',
      '$.payment.terms.due_dates[1].date',
    ],
    ['an invoice that corrects', classA({ preceding: [corrected()] }), 'ARCA-10040', '$.preceding'],
    [
      'a note of class A of an invoice of class B',
      note('credit-note', { preceding: [corrected({ ext: { 'ar-arca-doc-type': '6' } })] }),
      'ARCA-10040',
      '$.preceding[0].ext.ar-arca-doc-type',
    ],
    [
      'a corrected document without a point of sale',
      note('credit-note', { preceding: [corrected({ series: undefined })] }),
      'ARCA-10058',
      '$.preceding[0].series',
    ],
    [
      'a corrected document with letters in its number',
      note('credit-note', { preceding: [corrected({ code: 'F-123' })] }),
      'ARCA-10059',
      '$.preceding[0].code',
    ],
    [
      'a document corrected twice',
      note('credit-note', { preceding: [corrected(), corrected({ code: '00000123' })] }),
      'ARCA-10060',
      '$.preceding[1]',
    ],
    ...[
      ['a period and a document', [period('2026-10-01', '2026-10-31'), corrected()], 10197, '[1]'],
      [
        'a document with a period',
        [{ ...corrected(), ...period('2026-10-01', '2026-10-31') }],
        10197,
        '[0].period',
      ],
      ['a period from 2005 on', [period('2005-12-31', '2026-10-31')], 10206, '[0].period.start'],
      ['a period that ends before it starts', [period('2026-10-31', '2026-10-01')], 10207, '[0].period.end'],
      ['a period that ends after the note', [period('2026-11-01', '2026-11-21')], 10208, '[0].period.end'],
    ].map(([what, preceding, code, path]): [string, Json, string, string] => [
      `a note for ${what}`,
      note('credit-note', { preceding }),
      `ARCA-${code}`,
      `$.preceding${path}`,
    ]),
    [
      'a note before the month of what it corrects',
      note('credit-note', { preceding: [corrected({ issue_date: '2026-12-01' })] }),
      'ARCA-10210',
      '$.preceding[0].issue_date',
    ],
  ])('%s', (_, data, code, path) => {
    expect(codesAndPaths(data).map(([code, path]) => [code, path])).toEqual([[code, path]]);
  });
});
