import { describe, expect, test } from 'vitest';
import { nextWaitMs, postponementMs, retryAfterMs } from '#lib/webhooks/record-attempts.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('the wait before the next attempt', () => {
  test.each([
    [1, 5 * second],
    [2, 5 * minute],
    [3, 30 * minute],
    [4, 2 * hour],
    [5, 5 * hour],
    [6, 10 * hour],
    [7, 14 * hour],
    [8, 20 * hour],
    [9, 24 * hour],
  ])('after failure %i is %i ms, or up to a tenth more', (failures, ms) => {
    expect(nextWaitMs(failures, () => 0)).toBe(ms);
    expect(nextWaitMs(failures, () => 0.5)).toBe(Math.round(ms * 1.05));
    expect(nextWaitMs(failures, () => 1)).toBe(Math.round(ms * 1.1));
  });

  test('ends with the tenth failure', () => {
    expect(nextWaitMs(10)).toBeUndefined();
    expect(nextWaitMs(11)).toBeUndefined();
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-11-21T10:00:00Z');

  test.each([
    ['seconds', '120', 2 * minute],
    ['no time at all', '0', 0],
    ['a date', 'Sat, 21 Nov 2026 13:00:00 GMT', 3 * hour],
    ['more seconds than a day has', '999999999', day],
    ['a date in a year', 'Sun, 21 Nov 2027 10:00:00 GMT', day],
  ])('given as %s is obeyed, up to a day', (_what, header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });

  test.each([
    ['nothing', ''],
    ['words', 'soon'],
    ['a negative number', '-5'],
    ['more digits than a number of seconds has', '99999999999999999999'],
    ['a date that is over', 'Sat, 21 Nov 2026 09:59:00 GMT'],
  ])('given as %s is ignored', (_what, header) => {
    expect(retryAfterMs(header, now)).toBeUndefined();
  });

  test('that is absent is ignored', () => {
    expect(retryAfterMs(undefined, now)).toBeUndefined();
  });
});

test.each([
  [60, minute],
  [0.001, second],
  [1.5, 1.5 * second],
  [1e9, day],
])('a receiver that asks for %d s gets them, between a second and a day', (seconds, ms) => {
  expect(postponementMs(seconds)).toBe(ms);
});
