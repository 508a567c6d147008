import { expect, test } from 'vitest';
import { textsIn } from '#app/reg/[ref]/_parts/texts.tsx';
import { hasCard } from '#app/reg/[ref]/guide.ts';
import { now, registrationAt } from './registrations.ts';

const props = (environment: 'sandbox' | 'live') => ({
  registration: registrationAt('details-confirmed', environment),
  basePath: '/reg/abc',
  t: textsIn('es-AR'),
  now,
});

test.each([
  ['certificado', 'formulario', true],
  ['certificado', 'viaje-solicitud', true],
  ['certificado', 'viaje-formulario', false],
  ['puntos-de-venta', 'abm', true],
  ['certificado', 'abm', false],
  ['certificado', '', false],
  ['certificado', '__proto__', false],
  ['subir', 'formulario', false],
  ['constructor', 'formulario', false],
])('the place %s/%s is a card: %s', (slug, id, isCard) => {
  expect(hasCard(props('live'), slug, id)).toBe(isCard);
});

test('a card of the other environment is not a place', () => {
  expect([
    hasCard(props('sandbox'), 'certificado', 'menu'),
    hasCard(props('live'), 'certificado', 'menu'),
  ]).toEqual([true, false]);
});
