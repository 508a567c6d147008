import { describe, expect, test } from 'vitest';
import { textsIn } from '#app/reg/[ref]/_parts/texts.tsx';
import { embeddedStatusOf } from '#app/reg/[ref]/estado/embedded-status.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { now, registrationAt, rejectedFor } from './registrations.ts';

const spanish = textsIn('es-AR');
const statusOf = (registration: Registration | undefined) => embeddedStatusOf(registration, spanish);

const waiting = registrationAt('certificate-received', 'live', { proof: { status: 'running' } });
const delegating = registrationAt('details-confirmed', 'live', { mode: 'delegation', way: 'delegation' });
const claimed = {
  ...delegating,
  state: 'delegation-claimed',
  facts: { ...delegating.facts, delegationClaimedAt: now },
} satisfies Registration;
const withPoint = {
  list: [{ service: 'wsfe', number: 3, system: 'RECE', blocked: false, closedOn: undefined, usable: true }],
  unavailable: false,
} satisfies Registration['pointsOfSale'];

describe('the embedded status of a registration', () => {
  test.each<[string, Registration, object, number, number]>([
    ['created', registrationAt('created', 'live'), { state: 'created', waiting_for: 'supplier' }, 1, 6],
    ['started', registrationAt('started', 'live'), { state: 'started', waiting_for: 'supplier' }, 1, 6],
    [
      'with its details',
      registrationAt('details-confirmed', 'sandbox'),
      { state: 'details-confirmed', waiting_for: 'supplier' },
      2,
      5,
    ],
    [
      'with its request',
      registrationAt('request-downloaded', 'live'),
      { state: 'request-downloaded', waiting_for: 'supplier' },
      4,
      6,
    ],
    ['with a login under way', waiting, { state: 'certificate-received', waiting_for: 'authority' }, 5, 6],
    [
      'with a certificate that is rejected',
      registrationAt('certificate-received', 'live', {
        proof: { status: 'settled' },
        lastRejection: rejectedFor('untrusted'),
      }),
      { state: 'certificate-received', waiting_for: 'supplier' },
      4,
      6,
    ],
    [
      'renewed, with a login under way',
      registrationAt('certificate-received', 'live', { intent: 'renew', proof: { status: 'running' } }),
      { state: 'certificate-received', waiting_for: 'authority' },
      2,
      2,
    ],
    ['that delegates', delegating, { state: 'details-confirmed', waiting_for: 'supplier' }, 2, 3],
    [
      'that delegated, without a point of sale',
      claimed,
      { state: 'delegation-claimed', waiting_for: 'supplier' },
      3,
      3,
    ],
    [
      'that delegated, with its point of sale',
      { ...claimed, facts: { ...claimed.facts, pointOfSaleClaimedAt: now } },
      { state: 'delegation-claimed', waiting_for: 'authority' },
      2,
      3,
    ],
    [
      'proved, without a point of sale',
      registrationAt('completed', 'live'),
      { state: 'completed', waiting_for: 'supplier', registered: true, point_of_sale_missing: true },
      6,
      6,
    ],
    [
      'proved, with a point of sale',
      registrationAt('completed', 'live', { pointsOfSale: withPoint }),
      { state: 'completed', registered: true },
      6,
      6,
    ],
    [
      'proved in the sandbox',
      registrationAt('completed', 'sandbox'),
      { state: 'completed', registered: true },
      5,
      5,
    ],
  ])('is right for one %s', (_what, registration, status, step, steps) => {
    const texts = { text: expect.any(String), action: expect.any(String) };
    const defaults = { registered: false, point_of_sale_missing: false };
    expect(statusOf(registration)).toEqual({ ...defaults, ...status, step, steps, ...texts });
  });

  test.each([
    ['to start', registrationAt('created', 'live'), 'Empezar'],
    ['to go on', registrationAt('started', 'live'), 'Seguir'],
    ['to see how a login goes', waiting, 'Ver cómo va'],
    ['to add a point of sale', registrationAt('completed', 'live'), 'Agregar el punto de venta'],
    ['to see what is done', registrationAt('completed', 'sandbox'), 'Ver el alta'],
    ['to open a closed link', undefined, 'Abrir el link'],
  ])('has a button %s', (_what, registration, action) => {
    expect(statusOf(registration).action).toBe(action);
  });

  test('has no step when the link is closed', () => {
    expect(statusOf(undefined)).toEqual({
      state: 'closed',
      registered: false,
      point_of_sale_missing: false,
      text: expect.any(String),
      action: expect.any(String),
    });
  });

  test('reveals nothing about the supplier, the sender or the certificate', () => {
    for (const stage of ['created', 'details-confirmed', 'certificate-received', 'completed'] as const) {
      const registration = registrationAt(stage, 'live');
      const said = JSON.stringify(statusOf(registration));
      const { supplier, accountHolder, request, noticeEmail, id, entryId } = registration;
      const theirs = [
        supplier.name,
        supplier.cuit,
        accountHolder.name,
        request.alias,
        noticeEmail,
        id,
        entryId,
      ];
      for (const text of theirs.filter((each) => each !== undefined)) expect(said).not.toContain(text);
    }
  });

  test('is in the reader’s language', () => {
    const registration = registrationAt('details-confirmed', 'live');
    expect(embeddedStatusOf(registration, textsIn('en')).text).not.toBe(statusOf(registration).text);
  });
});
