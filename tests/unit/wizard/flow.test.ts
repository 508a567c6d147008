import { describe, expect, test } from 'vitest';
import { isReachable, nextPath, progressAt } from '#app/reg/[ref]/flow.ts';
import { now, registrationAt, rejectedFor } from './registrations.ts';

describe('where a registration stands', () => {
  test.each([
    ['sent', ''],
    ['opened', '/datos'],
    ['details', '/habilitar'],
    ['enabled', '/certificado'],
    ['requested', '/subir'],
    ['received', '/autorizar'],
  ] as const)('%s -> %s', (stage, path) => {
    expect(nextPath(registrationAt(stage, 'live'))).toBe(path);
  });

  test('a finished one shows its summary; in live the points of sale come first', () => {
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
  ] as const)('a login that is %s with %s leads to %s', (status, reason, path) => {
    const lastRejection = reason && rejectedFor(reason);
    expect(nextPath(registrationAt('received', 'live', { proof: { status }, lastRejection }))).toBe(path);
  });
});

describe('which pages open', () => {
  test('those behind, and the one at hand', () => {
    const registration = registrationAt('enabled', 'sandbox');
    expect(isReachable('datos', registration)).toBe(true);
    expect(isReachable('certificado', registration)).toBe(true);
    expect(isReachable('subir', registration)).toBe(false);
  });

  test('the wait and the end, only while they are what is next', () => {
    const waiting = registrationAt('received', 'live', { proof: { status: 'running' } });
    expect(isReachable('comprobacion', waiting)).toBe(true);
    expect(isReachable('listo', waiting)).toBe(false);
    expect(isReachable('listo', registrationAt('completed', 'sandbox'))).toBe(true);
    expect(isReachable('listo', registrationAt('completed', 'live'))).toBe(false);
    expect(isReachable('comprobacion', registrationAt('requested', 'live'))).toBe(false);
  });

  test('none before the beginning, none of the work after the end', () => {
    expect(isReachable('datos', registrationAt('sent', 'live'))).toBe(false);
    expect(isReachable('subir', registrationAt('completed', 'live'))).toBe(false);
    expect(isReachable('puntos-de-venta', registrationAt('completed', 'live'))).toBe(true);
    expect(isReachable('puntos-de-venta', registrationAt('completed', 'sandbox'))).toBe(false);
  });
});

test('the sandbox asks for no points of sale, and the time left only shrinks', () => {
  expect(progressAt('datos', 'live').total).toBe(6);
  const { steps, total } = progressAt('datos', 'sandbox');
  expect(total).toBe(5);
  const minutes = steps.map((slug) => progressAt(slug, 'sandbox').minutesLeft);
  expect(minutes).toEqual([...minutes].sort((a, b) => b - a));
});
