import { expect, test } from 'vitest';
import { daysOfPeriod } from '#lib/reports/counts.ts';

test.each([
  ['2026-11-24T15:00:00Z', 'today', '2026-11-24', '2026-11-24'],
  ['2026-11-24T15:00:00Z', 'last-7-days', '2026-11-18', '2026-11-24'],
  ['2026-11-24T15:00:00Z', 'last-30-days', '2026-10-26', '2026-11-24'],
  ['2026-11-24T15:00:00Z', 'this-month', '2026-11-01', '2026-11-24'],
  ['2026-11-24T15:00:00Z', 'last-month', '2026-10-01', '2026-10-31'],
  ['2026-03-31T15:00:00Z', 'last-month', '2026-02-01', '2026-02-28'],
  ['2026-01-05T15:00:00Z', 'last-month', '2025-12-01', '2025-12-31'],
  // In Buenos Aires it is still the month before.
  ['2026-12-01T02:00:00Z', 'this-month', '2026-11-01', '2026-11-30'],
  ['2026-12-01T03:00:00Z', 'last-month', '2026-11-01', '2026-11-30'],
] as const)('at %s the span "%s" is from %s to %s', (now, period, first, last) => {
  const days = daysOfPeriod(period, new Date(now));
  expect([days.first.date, days.last.date]).toEqual([first, last]);
});
