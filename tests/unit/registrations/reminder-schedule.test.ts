import { describe, expect, test } from 'vitest';
import { dueReminder, reminderDaysOf } from '#lib/registrations/reminder-schedule.ts';

const since = new Date('2026-03-02T13:00:00Z');
const daysOn = (days: number) => new Date(since.getTime() + days * 86_400_000);
const days = [2, 7, 14];

describe('a silent supplier', () => {
  test.each([
    ['is left alone at first', 1, undefined, { isDue: false, next: daysOn(2) }],
    ['is reminded after two days', 2, undefined, { isDue: true, next: daysOn(7) }],
    ['is not reminded twice of the same', 2.01, 2, { isDue: false, next: daysOn(7) }],
    ['is reminded again after seven', 7.01, 2, { isDue: true, next: daysOn(14) }],
    ['is reminded for the last time after fourteen', 14, 7.01, { isDue: true, next: null }],
    ['is left alone from then on', 15, 14, { isDue: false, next: null }],
    ['is not reminded when it is a day late', 3.1, undefined, { isDue: false, next: daysOn(7) }],
    [
      'is not reminded when somebody did so by hand the day before',
      7,
      6.5,
      { isDue: false, next: daysOn(14) },
    ],
    ['is reminded though somebody did so by hand days before', 7, 5, { isDue: true, next: daysOn(14) }],
    [
      'is not reminded of what lies before a long silence of ours',
      40,
      undefined,
      { isDue: false, next: null },
    ],
  ])('%s', (_what, now, reminded, expected) => {
    const remindedAt = reminded === undefined ? undefined : daysOn(reminded);
    expect(dueReminder({ since, remindedAt }, days, daysOn(now))).toEqual(expected);
  });
});

test('live reminds after 2, 7 and 14 days and the sandbox never, by default', () => {
  expect(reminderDaysOf({}, 'live')).toEqual([2, 7, 14]);
  expect(reminderDaysOf({}, 'sandbox')).toEqual([]);
  expect(reminderDaysOf({ reminderDays: [3] }, 'sandbox')).toEqual([3]);
  expect(reminderDaysOf({ reminderDays: [] }, 'live')).toEqual([]);
});
