import { expect, test } from 'vitest';
import { taxpayerValues } from '#app/reg/[ref]/_parts/cards.tsx';
import { portalDelegate, portalSupplier } from '#app/reg/[ref]/_parts/portal-names.ts';
import { spanish as t } from '#app/reg/[ref]/_parts/texts.tsx';
import { delegateTrips } from '#app/reg/[ref]/delegar/view.tsx';
import { now, registrationAt } from './registrations.ts';

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

const propsOf = (namesAtAuthority: Record<string, string | null>) => {
  const registration = { ...at(namesAtAuthority), mode: 'delegation', way: 'delegation' } as const;
  return { registration, basePath: '/reg/abc', t, now };
};
const instructionsOf = (namesAtAuthority: Record<string, string | null>) =>
  delegateTrips(propsOf(namesAtAuthority))
    .flatMap(({ screens }) => screens)
    .flatMap(({ taps, values }) => taps.map((key) => t.plain(key, values)))
    .join(' ');

test('the instructions quote the names in the register', () => {
  const names = { [supplier.cuit]: 'PANADERIA LA ESPIGA SRL', [delegate.cuit]: 'MERCADO DEL SUR SA' };
  expect(taxpayerValues(propsOf(names)).name).toBe('PANADERIA LA ESPIGA SRL');
  const instructions = instructionsOf(names);
  for (const name of Object.values(names)) expect(instructions).toContain(name);
  expect(instructions).not.toContain('Guiate por');
});

test('the instructions tell to go by the CUIT while a name is unknown', () => {
  expect(instructionsOf({ [supplier.cuit]: 'PANADERIA LA ESPIGA SRL' })).toContain('Guiate por los CUIT');
  expect(instructionsOf({})).toContain('Guiate por el CUIT');
});
