import { describe, expect, it, test } from 'vitest';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { isValidCbu } from '#lib/documents/invoice/credit-invoice.ts';
import {
  build,
  classA,
  classB,
  classC,
  codesAndPaths,
  faultsOf,
  type Json,
  line,
} from '#tests/support/invoices.ts';

const cbu = '0110599520000001235579';
const account = (more: Json = {}): Json => ({
  credit_transfer: [{ number: cbu }],
  ext: { 'ar-arca-transfer-system': 'SCA', 'ar-arca-account-alias': 'panaderia.espiga' },
  ...more,
});
const paid = (more: Json = {}): Json => ({
  payment: { terms: { due_dates: [{ date: '2026-12-20' }] }, instructions: account(), ...more },
});
const creditInvoice = (more: Json = {}): Json => classA({ $tags: ['fce'], ...paid(), ...more });
const corrected = (more: Json = {}): Json => ({
  series: '3',
  code: '7',
  issue_date: '2026-11-16',
  ext: { 'ar-arca-doc-type': '201' },
  ...more,
});
const creditNote = (more: Json = {}): Json =>
  classA({ type: 'credit-note', preceding: [corrected()], ...more });

describe('a CBU', () => {
  it.each([
    [cbu, true],
    ['2850590940090418135201', true],
    ['0110599520000001235578', false],
    ['0110599420000001235579', false],
    ['011059952000000123557', false],
    ['01105995200000012355790', false],
  ])('%s is valid: %s', (number, isValid) => {
    expect(isValidCbu(number)).toBe(isValid);
  });
});

test.each([
  ['A', creditInvoice(), '201'],
  ['B', classB({ $tags: ['fce'], ...paid(), customer: exemptCompany() }), '206'],
  ['C', classC({ $tags: ['monotax', 'fce'], ...paid() }), '211'],
  [
    'A, by its type alone',
    creditInvoice({ $tags: undefined, tax: { ext: { 'ar-arca-doc-type': '201' } } }),
    '201',
  ],
  ['A, a credit note', creditNote(), '203'],
  ['A, a debit note', creditNote({ type: 'debit-note' }), '202'],
])('a credit invoice of class %s has its type', (_, data, type) => {
  expect(build(data).tax?.ext?.['ar-arca-doc-type']).toBe(type);
});

test('a credit invoice sends its account, its transfer system and its due date', () => {
  const request = authorityAmounts(build(creditInvoice({ ordering: { code: 'OC-4711' } })));
  expect(request).toMatchObject({
    CbteTipo: 201,
    FchVtoPago: '20261220',
    Opcionales: [
      { Id: '2101', Valor: cbu },
      { Id: '2102', Valor: 'panaderia.espiga' },
      { Id: '27', Valor: 'SCA' },
      { Id: '23', Valor: 'OC-4711' },
    ],
  });
  expect(request).not.toHaveProperty('FchServDesde');
});

test.each([
  ['is cut between characters', `${'x'.repeat(49)}😀`, 'x'.repeat(49)],
  ['is left out if it is blank', '  ', undefined],
])('the commercial reference of a credit invoice %s', (_what, code, sent) => {
  const { Opcionales = [] } = authorityAmounts(build(creditInvoice({ ordering: { code } })));
  expect(Opcionales.find(({ Id }) => Id === '23')?.Valor).toBe(sent);
});

test('its note sends whether it cancels, and neither account nor due date', () => {
  const request = authorityAmounts(build(creditNote()));
  expect(request).toMatchObject({ CbteTipo: 203, Opcionales: [{ Id: '22', Valor: 'N' }] });
  expect(request).not.toHaveProperty('FchVtoPago');
  const cancelling = creditNote({ tax: { ext: { 'ar-arca-cancellation': 'S' } } });
  expect(authorityAmounts(build(cancelling)).Opcionales).toEqual([{ Id: '22', Valor: 'S' }]);
});

test('an ordinary invoice sends no account', () => {
  const services = { item: { name: 'Abono', price: '10' } };
  const period = { period: { start: '2026-10-01', end: '2026-10-31' } };
  const data = classA({ lines: [line('10', services)], ordering: period, ...paid() });
  expect(authorityAmounts(build(data))).not.toHaveProperty('Opcionales');
});

describe('one change to a credit invoice breaks one rule', () => {
  it.each<[string, Json, string, string]>([
    [
      'no account',
      creditInvoice(paid({ instructions: account({ credit_transfer: [] }) })),
      'ARCA-10168',
      '$.payment.instructions.credit_transfer[0].number',
    ],
    [
      'a wrong CBU',
      creditInvoice(paid({ instructions: account({ credit_transfer: [{ number: '123' }] }) })),
      'ARCA-10165',
      '$.payment.instructions.credit_transfer[0].number',
    ],
    [
      'a short alias',
      creditInvoice(
        paid({
          instructions: account({ ext: { 'ar-arca-transfer-system': 'SCA', 'ar-arca-account-alias': 'x' } }),
        }),
      ),
      'ARCA-10166',
      '$.payment.instructions.ext.ar-arca-account-alias',
    ],
    [
      'no transfer system',
      creditInvoice(paid({ instructions: account({ ext: {} }) })),
      'ARCA-10216',
      '$.payment.instructions.ext.ar-arca-transfer-system',
    ],
    [
      'an unknown transfer system',
      creditInvoice(paid({ instructions: account({ ext: { 'ar-arca-transfer-system': 'XXX' } }) })),
      'ARCA-10215',
      '$.payment.instructions.ext.ar-arca-transfer-system',
    ],
    ['no due date', creditInvoice(paid({ terms: {} })), 'ARCA-10163', '$.payment.terms.due_dates'],
    [
      'a due date of yesterday',
      creditInvoice(paid({ terms: { due_dates: [{ date: '2026-11-19' }] } })),
      'ARCA-10164',
      '$.payment.terms.due_dates[0].date',
    ],
    ['a customer without a CUIT', classB({ $tags: ['fce'], ...paid() }), 'ARCA-10015', '$.customer.tax_id'],
    [
      'a customer with the CUIT of a country',
      creditInvoice({ customer: { name: 'Padaria', tax_id: { country: 'AR', code: '55000000050' } } }),
      'ARCA-10015',
      '$.customer.tax_id',
    ],
    ['the day after tomorrow', creditInvoice({ issue_date: '2026-11-22' }), 'ARCA-10016', '$.issue_date'],
    ['six days ago', creditInvoice({ issue_date: '2026-11-14' }), 'ARCA-10016', '$.issue_date'],
    ['a note of tomorrow', creditNote({ issue_date: '2026-11-21' }), 'ARCA-10016', '$.issue_date'],
    [
      'a note for a period',
      creditNote({ $tags: ['fce'], preceding: [{ period: { start: '2026-10-01', end: '2026-10-31' } }] }),
      'ARCA-10196',
      '$.preceding[0].period',
    ],
    [
      'a note of two invoices',
      creditNote({ preceding: [corrected(), corrected({ code: '8' })] }),
      'ARCA-10156',
      '$.preceding[1]',
    ],
    [
      'a note of a note',
      creditNote({ preceding: [corrected({ ext: { 'ar-arca-doc-type': '202' } })] }),
      'ARCA-10157',
      '$.preceding[0].ext.ar-arca-doc-type',
    ],
    [
      'a cancellation of a credit note by another',
      creditNote({
        tax: { ext: { 'ar-arca-cancellation': 'S' } },
        preceding: [corrected({ ext: { 'ar-arca-doc-type': '203' } })],
      }),
      'ARCA-10183',
      '$.preceding[0].ext.ar-arca-doc-type',
    ],
    [
      'a note without the date of its invoice',
      creditNote({ preceding: [corrected({ issue_date: undefined })] }),
      'ARCA-10158',
      '$.preceding[0].issue_date',
    ],
    [
      'a note with a due date',
      creditNote({ payment: { terms: { due_dates: [{ date: '2026-12-20' }] } } }),
      'ARCA-10175',
      '$.payment.terms.due_dates',
    ],
    [
      'a cancellation that is neither yes nor no',
      creditNote({ tax: { ext: { 'ar-arca-cancellation': 'X' } } }),
      'ARCA-10167',
      '$.tax.ext.ar-arca-cancellation',
    ],
    [
      'the tag with an ordinary type',
      creditInvoice({ tax: { ext: { 'ar-arca-doc-type': '1' } }, payment: undefined }),
      'document-type-mismatch',
      '$.tax.ext.ar-arca-doc-type',
    ],
  ])('%s', (_, data, code, path) => {
    expect(codesAndPaths(data)).toEqual([[code, path]]);
  });

  test('a tax without a name', () => {
    const charge = { key: 'tax', amount: '10', ext: { 'ar-arca-tax-type': '7' } };
    expect(faultsOf(creditInvoice({ charges: [charge] }))).toMatchObject([{ code: 'ARCA-10042' }]);
  });
});

function exemptCompany(): Json {
  return { ...(classA().customer as Json), ext: { 'ar-arca-vat-status': '4' } };
}
