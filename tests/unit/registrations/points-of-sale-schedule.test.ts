import { expect, test } from 'vitest';
import { firstReadingMs, nextReadingAfter } from '#lib/registrations/points-of-sale.ts';

const since = new Date('2026-11-21T12:00:00Z');
const minuteMs = 60_000;

/** Minutes from the completion to each reading. */
function readings(): number[] {
  const minutes: number[] = [];
  let at: Date | undefined = new Date(since.getTime() + firstReadingMs);
  for (let attempts = 1; at; attempts += 1) {
    minutes.push((at.getTime() - since.getTime()) / minuteMs);
    at = nextReadingAfter({ attempts, since }, at);
  }
  return minutes;
}

test('points of sale are read after 2, 5, 10 and 20 minutes, hourly for a day, then twice a day', () => {
  const minutes = readings();
  expect(minutes.slice(0, 6)).toEqual([2, 7, 17, 37, 97, 157]);
  const later = minutes.filter((at) => at > 24 * 60);
  expect((later[1] ?? 0) - (later[0] ?? 0)).toBe(12 * 60);
});

test('points of sale are read for a month and then no more', () => {
  const days = (readings().at(-1) ?? 0) / 60 / 24;
  expect(days).toBeGreaterThanOrEqual(30);
  expect(days).toBeLessThan(31);
});
