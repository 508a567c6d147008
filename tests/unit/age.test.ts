import { expect, test } from 'vitest';
import { isRecent, isUnexpired } from '#lib/age.ts';
import { isProbeDue } from '#lib/authority-status.ts';
import { isFresh, isUsableAsFallback } from '#lib/taxpayers.ts';

const now = new Date('2026-11-26T12:00:00Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const tenMinutes = 10 * 60_000;

test.each([
  ['a moment ago', 0, true],
  ['just within it', -9.9, true],
  ['at its end', -10, false],
  ['long ago', -100_000, false],
  ['ahead by what clocks differ', 1, true],
  ['ahead of every clock', 1.1, false],
  ['a year ahead', 525_600, false],
])('an instant %s is less than ten minutes old (%d minutes from now): %s', (_what, minutes, isYoung) => {
  expect(isRecent(inMinutes(minutes), tenMinutes, now)).toBe(isYoung);
});

test('an invalid date is not younger than ten minutes', () => {
  expect(isRecent(new Date('never'), tenMinutes, now)).toBe(false);
});

test.each([
  [0, false],
  [0.1, true],
  [11, true],
  [11.1, false],
  [525_600, false],
])('a ten-minute lifetime that ends in %d minutes is still running: %s', (minutes, lives) => {
  expect(isUnexpired(inMinutes(minutes), tenMinutes, now)).toBe(lives);
});

test('taxpayer data dated ahead of the clock is neither fresh nor usable', () => {
  const read = { taxpayer: { name: 'A' } as never, readAt: inMinutes(60) };
  expect([isFresh(read, now), isUsableAsFallback(read, now)]).toEqual([false, false]);
});

test('an authority whose last answer is dated ahead of the clock is probed again', () => {
  const ahead = inMinutes(60);
  const seen = {
    environment: 'live',
    service: 'wsfe',
    failingSince: null,
    failedAt: null,
    failure: null,
  } as const;
  expect(isProbeDue({ ...seen, answeredAt: ahead, probedAt: ahead }, now)).toBe(true);
});
