import { expect, test } from 'vitest';
import { portalDelegate, portalSupplier } from '#app/reg/[ref]/_parts/portal-names.ts';
import { registrationAt } from './registrations.ts';

const delegate = { name: 'Mercado Sur', cuit: '30123456781' };
const accountHolder = { name: 'Mercado Sur', delegate };
const supplier = { name: 'La Espiga', cuit: '30712345671' };
const at = (namesAtAuthority: Record<string, string | null>, environment: 'live' | 'sandbox' = 'live') =>
  registrationAt('started', environment, { supplier, accountHolder, namesAtAuthority });

test('the portal lists supplier and delegate under the names in the register', () => {
  const registration = at({ [supplier.cuit]: 'PANADERIA LA ESPIGA SRL', [delegate.cuit]: 'MERCADO SUR SA' });
  expect(portalSupplier(registration)).toEqual({
    ...supplier,
    name: 'PANADERIA LA ESPIGA SRL',
    isNameKnown: true,
  });
  expect(portalDelegate(registration)).toEqual({ ...delegate, name: 'MERCADO SUR SA', isNameKnown: true });
});

test.each([
  ['was not read', {}],
  ['has nobody', { [supplier.cuit]: null }],
  ['has a name of another CUIT', { '30500000003': 'BANCO' }],
])('the account holder’s name stands in, and is not certain, while the register %s', (_, names) => {
  expect(portalSupplier(at(names))).toEqual({ ...supplier, isNameKnown: false });
});

test('the sandbox’s portal lists the names of the entry', () => {
  expect(portalSupplier(at({}, 'sandbox'))).toEqual({ ...supplier, isNameKnown: true });
});

test('there is no delegate if the account holder names none', () => {
  expect(portalDelegate({ ...at({}), accountHolder: { name: 'Mercado Sur' } })).toBeUndefined();
});
