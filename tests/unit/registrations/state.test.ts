import { expect, test } from 'vitest';
import { nextProofAfter } from '#lib/registrations/complete.ts';
import { type RegistrationFacts, type RegistrationState, stateOf } from '#lib/registrations/state.ts';
import { retryDelayMs } from '#lib/workflows/step-results.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-12-21T12:00:00Z');

const story: [keyof RegistrationFacts, RegistrationState][] = [
  ['createdAt', 'created'],
  ['startedAt', 'started'],
  ['detailsConfirmedAt', 'details-confirmed'],
  ['serviceEnabledAt', 'details-confirmed'],
  ['requestDownloadedAt', 'request-downloaded'],
  ['certificateReceivedAt', 'certificate-received'],
  ['delegationClaimedAt', 'delegation-claimed'],
  ['completedAt', 'completed'],
  ['revokedAt', 'revoked'],
];

test('the state follows the facts, and a later fact outweighs an earlier one', () => {
  const facts: RegistrationFacts = { createdAt: now };
  for (const [fact, state] of story) {
    facts[fact] = now;
    expect([fact, stateOf(facts, later, now)]).toEqual([fact, state]);
  }
});

test('a link past its date is expired unless it was finished or revoked before', () => {
  const facts: RegistrationFacts = { createdAt: now, startedAt: now };
  expect(stateOf(facts, now, now)).toBe('expired');
  expect(stateOf({ ...facts, completedAt: now }, now, now)).toBe('completed');
  expect(stateOf({ ...facts, revokedAt: now }, now, now)).toBe('revoked');
});

const minutesUntil = (next: Date | undefined) => next && (next.getTime() - now.getTime()) / 60_000;

/** When it is tried, in minutes from the first try on. */
function triesOf(cause: 'propagation' | 'outage', most: number): number[] {
  const tries = [0];
  for (let at = now; tries.length < most; ) {
    const next = nextProofAfter(cause, { attempts: tries.length, since: now }, at);
    if (!next) break;
    tries.push(minutesUntil(next) ?? 0);
    at = next;
  }
  return tries;
}

test('a fresh authorization is tried for a day, hourly at the end; then the supplier acts', () => {
  const tries = triesOf('propagation', 1_000);
  expect(tries.slice(0, 7)).toEqual([0, 2, 7, 17, 37, 97, 157]);
  expect(tries.slice(-2)).toEqual([23 * 60 + 37, 24 * 60 + 37]);
});

test('a silent authority is retried forever, half-hourly at the end, never sooner than asked', () => {
  expect(triesOf('outage', 8)).toEqual([0, 1, 3, 7, 15, 30, 60, 90]);
  expect(triesOf('outage', 500)).toHaveLength(500);
  expect(minutesUntil(nextProofAfter('outage', { attempts: 1, since: now }, now, 300))).toBe(5);
});

test('a failed step waits 5 s, doubling to 1,280 s, then 30 minutes, and gives up after 12 hours', () => {
  const seconds = Array.from({ length: 11 }, (_, failures) => (retryDelayMs(failures, 0) ?? 0) / 1_000);
  expect(seconds).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1800, 1800]);
  expect(retryDelayMs(3, 12 * 3_600_000)).toBeUndefined();
});
