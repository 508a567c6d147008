import { describe, expect, it } from 'vitest';
import {
  abroad,
  classA,
  classB,
  classC,
  codesAndPaths,
  documentTyped,
  gobl,
  inDollars,
  type Json,
  line,
  overTheCounter,
} from '#tests/support/invoices.ts';

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
    [
      'no perception for somebody in no category',
      classB({
        customer: withStatus(
          { name: 'No categorizado', tax_id: { country: 'AR', code: '23000000000' } },
          '7',
        ),
      }),
      'ARCA-10067',
      '$.charges',
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
