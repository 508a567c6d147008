import { describe, expect, it, test } from 'vitest';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import {
  abroad,
  build,
  classA,
  classB,
  classC,
  codesAndPaths,
  corrected,
  documentTyped,
  exempt,
  gobl,
  inDollars,
  type Json,
  line,
  overTheCounter,
  perception,
} from '#tests/support/invoices.ts';
import { simulatedCodes } from '#tests/support/simulated-rules.ts';

const company = classA().customer as Json;
const withStatus = (customer: unknown, status: string) => ({
  ...(customer as Json),
  ext: { 'ar-arca-vat-status': status },
});
const identified = (type: string, code: unknown) => ({
  name: 'Juana Pérez',
  identities: [{ code, ext: { 'ar-arca-identity-type': type } }],
});

describe('one change to the customer breaks one rule', () => {
  it.each<[string, Json, string, string]>([
    ['class A for nobody', overTheCounter(documentTyped('1')), gobl('09'), '$.customer'],
    [
      'an exempt customer with a name only',
      classB({ customer: withStatus({ name: 'Juana Pérez' }, '4') }),
      gobl('10'),
      '$.customer',
    ],
    [
      'class A for somebody exempt',
      classA({ customer: withStatus(company, '4'), ...documentTyped('1') }),
      gobl('13'),
      '$.customer.ext.ar-arca-vat-status',
    ],
    [
      'class B for a registered company',
      classA(documentTyped('6')),
      gobl('14'),
      '$.customer.ext.ar-arca-vat-status',
    ],
    [
      'a VAT status that does not exist',
      classA({ customer: withStatus(company, '2'), ...documentTyped('1') }),
      'ARCA-10242',
      '$.customer.ext.ar-arca-vat-status',
    ],
    [
      'class A by DNI',
      classA({ customer: withStatus(classB().customer, '1') }),
      'ARCA-10013',
      '$.customer.tax_id',
    ],
    [
      'the supplier as customer',
      classA({ customer: classA().supplier }),
      'ARCA-10069',
      '$.customer.tax_id.code',
    ],
    [
      'a DNI of five digits',
      classB({ customer: identified('96', '12345') }),
      'ARCA-10015',
      '$.customer.identities[0].code',
    ],
    [
      'a CUIL with a wrong check digit',
      classB({ customer: identified('86', '20123456789') }),
      'ARCA-10015',
      '$.customer.identities[0].code',
    ],
    [
      'a passport of letters alone',
      classB({ customer: identified('94', 'AABCDE') }),
      'ARCA-10015',
      '$.customer.identities[0].code',
    ],
    [
      'a DNI with letters',
      classB({ customer: identified('96', 'A2345678') }),
      'ARCA-10015',
      '$.customer.identities[0].code',
    ],
    [
      'an identity without a number',
      classB({ customer: identified('94', undefined) }),
      'ARCA-10015',
      '$.customer.identities[0].code',
    ],
    [
      'an identity of no type',
      classB({ customer: identified('77', '12345678') }),
      'ARCA-10015',
      '$.customer.identities[0].ext.ar-arca-identity-type',
    ],
    [
      'ten million over the counter',
      overTheCounter({ lines: [line('8264462.81')] }),
      'ARCA-10015',
      '$.customer',
    ],
    [
      'ten million of pesos in dollars to somebody with a name only',
      inDollars({ customer: { name: 'Juana Pérez' }, lines: [line('5700')] }),
      'ARCA-10015',
      '$.customer',
    ],
    [
      'ten million in class C over the counter',
      classC({ customer: undefined, lines: [line('10000000', { taxes: undefined })] }),
      'ARCA-10015',
      '$.customer',
    ],
  ])('%s', (_, data, code, path) => {
    expect(codesAndPaths(data)).toEqual([[code, path]]);
  });
});

describe('a customer who need not be identified', () => {
  it.each<[string, Json]>([
    ['nobody in class C', classC({ customer: undefined })],
    ['a consumer with a name only in class C', classC({ customer: { name: 'Juana Pérez' } })],
    ['a consumer with a name only in class B', classB({ customer: { name: 'Juana Pérez' } })],
    ['a company abroad, at any amount', inDollars({ customer: abroad, lines: [line('5700')] })],
  ])('%s', (_, data) => {
    expect(codesAndPaths(data)).toEqual([]);
  });
});

describe('a customer without a VAT category', () => {
  const customer = withStatus(
    { name: 'No categorizado', tax_id: { country: 'AR', code: '23000000000' } },
    '7',
  );
  const sold = (more: Json = {}) => classB({ customer, ...more });
  const tax = (type: string, more: Json = {}) =>
    perception({ ext: { 'ar-arca-tax-type': type }, reason: 'Percepción', ...more });
  const credited = (more: Json) =>
    sold({ type: 'credit-note', preceding: [corrected({ ext: { 'ar-arca-doc-type': '6' } })], ...more });
  const missing = (code: string) => [[code, '$.charges']];
  /** Refusals and remarks of the simulator. */
  const simulated = (data: Json) => {
    const amounts = authorityAmounts(build(data));
    return simulatedCodes(amounts).filter((code) => [10067, 10283].includes(code));
  };

  it.each<[string, Json]>([
    ['by percent', sold({ charges: [tax('13')] })],
    ['of a fixed amount', sold({ charges: [tax('13', { percent: undefined, amount: '10' })] })],
    ['beside another tax', sold({ charges: [tax('7'), tax('13')] })],
    ['in a credit note', credited({ charges: [tax('13')] })],
  ])('pays the perception of VAT %s', (_, data) => {
    expect(codesAndPaths(data)).toEqual([]);
    expect(simulated(data)).toEqual([]);
  });

  it.each<[string, Json, string]>([
    ['without any tax', sold(), 'ARCA-10067'],
    ['with a perception of 0.00', sold({ charges: [tax('13', { base: '0.01' })] }), 'ARCA-10067'],
    ['with another perception', sold({ charges: [tax('6')] }), 'ARCA-10283'],
    ['with a credit note without any tax', credited({}), 'ARCA-10067'],
  ])('is refused %s', (_, data, code) => {
    expect(codesAndPaths(data)).toEqual(missing(code));
  });

  it.each<[string, Json, number[]]>([
    ['a sale that is not taxed', sold({ lines: [line('10', { taxes: exempt })] }), []],
    ['a receipt', sold(documentTyped('9')), []],
    [
      'a credit note with the other taxes of its invoice, on which the authority remarks',
      credited({ charges: [tax('7')] }),
      [10283],
    ],
  ])('needs no perception: %s', (_, data, codes) => {
    expect(codesAndPaths(data)).toEqual([]);
    expect(simulated(data)).toEqual(codes);
  });
});

test('the simulator refuses or remarks on a missing perception as the authority does', () => {
  const amounts = authorityAmounts(build(classB()));
  const unknown = { ...amounts, DocTipo: 80, DocNro: '23000000000' };
  const taxed = (id: number) => ({
    ...unknown,
    ImpTrib: '1.00',
    ImpTotal: '1211.00',
    Tributos: [{ Id: id, BaseImp: '0.00', Alic: '0.00', Importe: '1.00' }],
  });
  expect(simulatedCodes(unknown)).toContain(10067);
  expect(simulatedCodes(taxed(7))).toContain(10283);
  expect(simulatedCodes(taxed(7))).not.toContain(10067);
  expect(simulatedCodes(taxed(13))).not.toContain(10283);
  expect(simulatedCodes({ ...taxed(7), CbteTipo: 9 })).not.toContain(10283);
});
