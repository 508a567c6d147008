import { describe, expect, test } from 'vitest';
import { isReachable, minutesOf, nextPath, progressAt, stepsOf } from '#app/reg/[ref]/flow.ts';
import { invitationLetter } from '#lib/mail/link-letters.ts';
import type { Voice } from '#lib/registrations/registration.ts';
import { link, supplier, workspace } from '../mail/scene.ts';
import { now, registrationAt, rejectedFor } from './registrations.ts';

describe('the next page of a registration', () => {
  test.each([
    ['created', ''],
    ['started', '/datos'],
    ['details-confirmed', '/habilitar'],
    ['service-enabled', '/certificado'],
    ['request-downloaded', '/subir'],
    ['certificate-received', '/autorizar'],
  ] as const)('at %s is %s', (stage, path) => {
    expect(nextPath(registrationAt(stage, 'live'))).toBe(path);
  });

  test('after the end is the summary, and in live the points of sale before it', () => {
    const live = registrationAt('completed', 'live');
    expect(nextPath(registrationAt('completed', 'sandbox'))).toBe('/listo');
    expect(nextPath(live)).toBe('/puntos-de-venta');
    expect(nextPath({ ...live, facts: { ...live.facts, pointsOfSaleSettledAt: now } })).toBe('/listo');
  });

  test.each([
    ['running', undefined, '/comprobacion'],
    ['retrying', 'authority-unavailable', '/comprobacion'],
    ['retrying', 'not-authorised', '/autorizar'],
    ['settled', 'cuit-not-represented', '/autorizar'],
    ['settled', 'untrusted', '/subir'],
  ] as const)('for a login that is %s with %s is %s', (status, reason, path) => {
    const lastRejection = reason && rejectedFor(reason);
    expect(
      nextPath(registrationAt('certificate-received', 'live', { proof: { status }, lastRejection })),
    ).toBe(path);
  });
});

describe('the reachable pages', () => {
  test('are all that apply, in any order, once the registration has begun', () => {
    const registration = registrationAt('details-confirmed', 'live');
    for (const slug of stepsOf(registration)) expect(isReachable(slug, registration), slug).toBe(true);
  });

  test('are only the details before those are confirmed', () => {
    const registration = registrationAt('started', 'sandbox');
    expect(isReachable('datos', registration)).toBe(true);
    expect(isReachable('certificado', registration)).toBe(false);
  });

  test('include the wait and the end only in their time', () => {
    const waiting = registrationAt('certificate-received', 'live', { proof: { status: 'running' } });
    expect(isReachable('comprobacion', waiting)).toBe(true);
    expect(isReachable('listo', waiting)).toBe(false);
    expect(isReachable('listo', registrationAt('completed', 'sandbox'))).toBe(true);
    expect(isReachable('listo', registrationAt('completed', 'live'))).toBe(true);
    expect(isReachable('comprobacion', registrationAt('request-downloaded', 'live'))).toBe(false);
  });

  test('are none before the beginning, and no step of the work after the end', () => {
    expect(isReachable('datos', registrationAt('created', 'live'))).toBe(false);
    expect(isReachable('subir', registrationAt('completed', 'live'))).toBe(false);
    expect(isReachable('puntos-de-venta', registrationAt('completed', 'live'))).toBe(true);
    expect(isReachable('puntos-de-venta', registrationAt('completed', 'sandbox'))).toBe(false);
    const list = [{ service: 'wsfe', number: 1, system: 'CAE', blocked: false, usable: true } as const];
    const ready = registrationAt('completed', 'live', { pointsOfSale: { list, unavailable: false } });
    expect(isReachable('puntos-de-venta', ready)).toBe(false);
  });
});

describe('the steps that apply', () => {
  const helper = { id: 'l', scope: 'arca-steps-only', expiresAt: now } as const;

  test.each([
    ['live', {}, ['datos', 'habilitar', 'certificado', 'subir', 'autorizar', 'puntos-de-venta']],
    ['sandbox', {}, ['datos', 'habilitar', 'certificado', 'subir', 'autorizar']],
    ['live', { intent: 'renew' }, ['certificado', 'subir']],
    ['live', { link: helper }, ['habilitar', 'certificado', 'subir', 'autorizar', 'puntos-de-venta']],
    [
      'sandbox',
      { link: { ...helper, scope: 'full' } },
      ['datos', 'habilitar', 'certificado', 'subir', 'autorizar'],
    ],
  ] as const)('in %s with %o are right', (environment, changes, steps) => {
    expect(stepsOf(registrationAt('started', environment, changes))).toEqual(steps);
  });

  test('begin with the questions for a helper, as long as those matter', () => {
    const registration = registrationAt('certificate-received', 'live', { link: helper });
    expect(nextPath(registration)).toBe('/autorizar');
    expect(nextPath(registrationAt('service-enabled', 'live', { link: helper }))).toBe('');
  });

  test('do not include again what was done ahead of its turn', () => {
    const early = registrationAt('certificate-received', 'live', {
      proof: { status: 'retrying' },
      lastRejection: rejectedFor('not-authorised'),
    });
    expect(nextPath(early)).toBe('/autorizar');
    const claimed = { ...early.facts, authorisationClaimedAt: now };
    expect(nextPath({ ...early, facts: claimed })).toBe('/comprobacion');
    const live = registrationAt('completed', 'live');
    expect(nextPath({ ...live, facts: { ...live.facts, pointOfSaleClaimedAt: now } })).toBe('/listo');
  });
});

test('the estimated minutes follow from the situation', () => {
  const minutesFor = (environment: 'sandbox' | 'live', voice: Voice) => {
    const link = { id: 'l', scope: 'full', expiresAt: now, voice } as const;
    const registration = registrationAt('started', environment, { link });
    return minutesOf(stepsOf(registration), registration);
  };
  expect(minutesFor('live', 'company').computer).toBeGreaterThan(minutesFor('live', 'self').computer);
  expect(minutesFor('live', 'self').computer).toBeGreaterThan(minutesFor('sandbox', 'self').computer);
  expect(minutesFor('live', 'self').phone).toBeGreaterThan(minutesFor('live', 'self').computer);
});

test.each([
  ['sandbox', 'register', 'certificate'],
  ['sandbox', 'delegation', 'delegation'],
  ['live', 'register', 'certificate'],
  ['live', 'delegation', 'delegation'],
] as const)(
  'the mail with the link and the first page name the same minutes: %s, %s',
  (environment, intent, way) => {
    const registration = registrationAt('created', environment, {
      way,
      mode: way,
      link: { id: 'l', scope: 'full', expiresAt: now, voice: 'self' },
    });
    const { computer } = minutesOf(stepsOf(registration), registration);
    const sender = { ...workspace, environment };
    expect(invitationLetter({ sender, intent, supplier, link }).text).toContain(`Unos ${computer} minutos`);
  },
);

test('exports take some minutes more, on the same steps', () => {
  for (const way of ['certificate', 'delegation'] as const) {
    const registration = registrationAt('started', 'live', { way, mode: way });
    const exporting = { ...registration, services: ['wsfe', 'wsfex'] as const };
    const other = { ...exporting, services: [...exporting.services] };
    expect(stepsOf(other)).toEqual(stepsOf(registration));
    const minutes = minutesOf(stepsOf(registration), registration).computer;
    expect(minutesOf(stepsOf(other), other).computer).toBeGreaterThan(minutes);
  }
});

test('a point of sale for exports that is missing is left to do', () => {
  const list = [{ service: 'wsfe', number: 1, system: 'CAE', blocked: false, usable: true } as const];
  const registration = registrationAt('completed', 'live', { pointsOfSale: { list, unavailable: false } });
  expect(nextPath(registration)).toBe('/listo');
  expect(nextPath({ ...registration, services: ['wsfe', 'wsfex'] })).toBe('/puntos-de-venta');
});

test('the progress gives the step and the number of steps', () => {
  expect(progressAt('certificado', registrationAt('service-enabled', 'live'))).toMatchObject({
    step: 3,
    total: 6,
  });
  expect(progressAt('certificado', registrationAt('service-enabled', 'sandbox'))).toMatchObject({
    step: 3,
    total: 5,
  });
});
