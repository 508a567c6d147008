import { describe, expect, test } from 'vitest';
import { textsIn } from '#app/reg/[ref]/_parts/texts.tsx';
import { embeddedStatusOf } from '#app/reg/[ref]/estado/embedded-status.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { now, registrationAt, rejectedFor } from './registrations.ts';

const spanish = textsIn('es-AR');
const statusOf = (registration: Registration | undefined) => embeddedStatusOf(registration, spanish);

const waiting = registrationAt('received', 'live', { proof: { status: 'running' } });
const delegating = registrationAt('details', 'live', { mode: 'delegation', way: 'delegation' });
const claimed = {
  ...delegating,
  facts: { ...delegating.facts, delegationClaimedAt: now },
} satisfies Registration;
const withPoint = {
  list: [{ number: 3, system: 'RECE', blocked: false, closedOn: undefined, usable: true }],
  unavailable: false,
} satisfies Registration['pointsOfSale'];

describe('how far a registration is, as the platform’s page shows it', () => {
  test.each<[string, Registration, string, number, number]>([
    ['sent', registrationAt('sent', 'live'), 'not-started', 1, 6],
    ['begun', registrationAt('opened', 'live'), 'in-progress', 1, 6],
    ['with its details', registrationAt('details', 'sandbox'), 'in-progress', 2, 5],
    ['with its request', registrationAt('requested', 'live'), 'in-progress', 4, 6],
    ['with a login under way', waiting, 'verifying', 5, 6],
    [
      'with a certificate that is refused',
      registrationAt('received', 'live', {
        proof: { status: 'settled' },
        lastRejection: rejectedFor('untrusted'),
      }),
      'in-progress',
      4,
      6,
    ],
    [
      'renewed, with a login under way',
      registrationAt('received', 'live', { intent: 'renew', proof: { status: 'running' } }),
      'verifying',
      2,
      2,
    ],
    ['that delegates', delegating, 'in-progress', 2, 3],
    ['that delegated, without a point of sale', claimed, 'in-progress', 3, 3],
    [
      'that delegated, with its point of sale',
      { ...claimed, facts: { ...claimed.facts, pointOfSaleClaimedAt: now } },
      'verifying',
      2,
      3,
    ],
    ['proved, without a point of sale', registrationAt('completed', 'live'), 'point-of-sale-missing', 6, 6],
    [
      'proved, with a point of sale',
      registrationAt('completed', 'live', { pointsOfSale: withPoint }),
      'registered',
      6,
      6,
    ],
    ['proved in the sandbox', registrationAt('completed', 'sandbox'), 'registered', 5, 5],
  ])('one %s', (_what, registration, state, step, steps) => {
    expect(statusOf(registration)).toMatchObject({
      state,
      step,
      steps,
      registered: state === 'registered' || state === 'point-of-sale-missing',
      point_of_sale_missing: state === 'point-of-sale-missing',
    });
  });

  test('one whose link is closed has no step', () => {
    expect(statusOf(undefined)).toEqual({
      state: 'closed',
      registered: false,
      point_of_sale_missing: false,
      text: expect.any(String),
      action: expect.any(String),
    });
  });

  test('says nothing of the supplier, of who sent the link, or of a certificate', () => {
    for (const stage of ['sent', 'details', 'received', 'completed'] as const) {
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

  test('speaks the reader’s language', () => {
    const registration = registrationAt('details', 'live');
    expect(embeddedStatusOf(registration, textsIn('en')).text).not.toBe(statusOf(registration).text);
  });
});
