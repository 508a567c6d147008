import { expect, it } from 'vitest';
import { issuerGapsOf, paperGapsOf } from '#lib/documents/invoice/paper-gaps.ts';
import { build, classA, classB, type Json, overTheCounter } from '#tests/support/invoices.ts';

const whole = {
  ...(classA().supplier as Json),
  addresses: [{ street: 'Av. San Martín', num: '1', locality: 'Rosario' }],
  identities: [
    { type: 'DNI', code: '1' },
    { label: 'Ingresos Brutos', code: '901-1' },
  ],
  registration: { other: '2015-03-01' },
};
const gapsOf = (doc: Json) => paperGapsOf(build(doc)).map(({ gap, path }) => `${gap} ${path.join('.')}`);

it.each([
  ['nothing', classB({ supplier: whole }), []],
  ['nothing over the counter', overTheCounter({ supplier: whole }), []],
  ['the address of a company', classA({ supplier: whole }), ['customer-address customer.addresses.0.street']],
  [
    'the place of a new identity after those there are',
    classB({ supplier: { ...whole, identities: [{ type: 'DNI', code: '1' }] } }),
    ['gross-income supplier.identities.1.code'],
  ],
  [
    'what was left empty',
    classB({
      supplier: {
        ...whole,
        addresses: [{}],
        identities: [{ type: 'IIBB', code: ' ' }],
        registration: { other: '' },
      },
    }),
    [
      'issuer-address supplier.addresses.0.street',
      'gross-income supplier.identities.0.code',
      'activity-since supplier.registration.other',
    ],
  ],
])('a printed invoice lacks %s', (_, doc, gaps) => {
  expect(gapsOf(doc)).toEqual(gaps);
});

it('only an Argentine supplier has gaps in its printed data', () => {
  expect(issuerGapsOf({ tax_id: { country: 'BR', code: '1' } })).toEqual([]);
  expect(issuerGapsOf({ tax_id: { country: 'AR', code: '1' } })).toHaveLength(3);
});
