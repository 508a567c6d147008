import { expect, test } from 'vitest';
import { placeIn } from '#app/reg/[ref]/_parts/cards.tsx';
import { textsIn } from '#app/reg/[ref]/_parts/texts.tsx';
import { certificateTrips } from '#app/reg/[ref]/certificado/view.tsx';
import { hasCard, screenOf } from '#app/reg/[ref]/guide.ts';
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

test.each([
  ['autorizar', 'autorizar/viaje-representante', { number: 2, total: 2 }],
  ['autorizar', 'autorizar/representante', { number: 4, total: 5 }],
  // A card of another step with the same id.
  ['autorizar', 'habilitar/viaje-representante', undefined],
  ['autorizar', 'autorizar/viaje-inicio', undefined],
] as const)('on the step %s, the place %s is card %o', (slug, place, card) => {
  const { registration, ...others } = props('live');
  const link = { ...registration.link, place };
  expect(screenOf({ ...others, registration: { ...registration, link } }, slug)).toEqual(card);
});

test('a person who took one screen at a time does so in the next step', () => {
  const { registration, ...others } = props('live');
  const link = { ...registration.link, place: 'habilitar/salir' };
  const next = { ...others, registration: { ...registration, link } };
  const place = placeIn(next, 'certificado', certificateTrips(next));
  expect(place.cards.map(({ id }) => id)).toEqual([
    'solicitud',
    'abrir',
    'contribuyente',
    'agregar',
    'formulario',
  ]);
  expect(place.index).toBe(0);
});
