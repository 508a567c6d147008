import { expect, it } from 'vitest';
import { paperDataIn, withPaperData, withStoredPaperData } from '#lib/documents/invoice/paper-data.ts';

const tax_id = { country: 'AR', code: '30712345671' };
const stored = {
  name: 'La Espiga S.A.',
  tax_id,
  addresses: [
    { street: 'Belgrano', num: '77', floor: '2', locality: 'Rosario', state: 'Santa Fe', code: '2000' },
  ],
  identities: [
    { type: 'DNI', code: '1' },
    { label: 'Ingresos Brutos', code: '901-123456-7' },
  ],
  registration: { office: 'IGJ', other: 'Inicio de actividades: 2015-03-01' },
};
const nothing = { street: '', locality: '', region: '', postalCode: '', grossIncome: '', activitySince: '' };

it('paper data is read from every place of a party’s document', () => {
  expect(paperDataIn(stored)).toEqual({
    street: 'Belgrano 77 2',
    locality: 'Rosario',
    region: 'Santa Fe',
    postalCode: '2000',
    grossIncome: '901-123456-7',
    activitySince: '2015-03-01',
  });
  expect(paperDataIn({ name: 'La Espiga S.A.' })).toEqual(nothing);
});

it.each([
  ['nothing', nothing],
  ['the data as read', paperDataIn(stored)],
])('entering %s changes no document', (_, data) => {
  expect(withPaperData(stored, data)).toEqual(stored);
});

it('entered data replaces the address as a whole and the code of the identity, and keeps the rest', () => {
  const data = {
    ...nothing,
    street: 'Mitre 1',
    locality: 'Funes',
    grossIncome: 'Exento',
    activitySince: '2020-01-31',
  };
  expect(withPaperData(stored, data)).toEqual({
    ...stored,
    addresses: [{ country: 'AR', street: 'Mitre 1', locality: 'Funes' }],
    identities: [
      { type: 'DNI', code: '1' },
      { label: 'Ingresos Brutos', code: 'Exento' },
    ],
    registration: { office: 'IGJ', other: '2020-01-31' },
  });
});

it('an invoice takes from the supplier’s document what it lacks, and keeps what it has', () => {
  const { addresses, registration } = stored;
  expect(withStoredPaperData({ name: 'Espiga', tax_id }, stored)).toEqual({
    name: 'Espiga',
    tax_id,
    addresses,
    identities: [{ type: 'IIBB', code: '901-123456-7' }],
    registration: { other: registration.other },
  });
  const own = { tax_id, addresses: [{ street: 'Mitre 1' }], identities: [{ type: 'IIBB', code: '1' }] };
  expect(withStoredPaperData(own, stored)).toEqual({ ...own, registration: { other: registration.other } });
});

it.each([{ addresses: 'Mitre 1' }, { identities: {} }, { registration: [] }])(
  'an invalid member of an invoice’s supplier stays for the validation: %j',
  (member) => {
    expect(withStoredPaperData({ tax_id, ...member }, stored)).toMatchObject(member);
  },
);
