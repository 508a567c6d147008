import { expect, test } from 'vitest';
import { formatDay } from '#lib/i18n.ts';
import { firstUseOf } from '#lib/registrations/points-of-sale.ts';

const claimed = (at: string) => ({ pointOfSaleClaimedAt: new Date(at) });
const dayOf = (date: Date | undefined) => date && formatDay(date);

test('a point of sale added on a Monday can be used on the Thursday', () => {
  const monday = '2026-11-23T15:00:00Z';
  expect(dayOf(firstUseOf(claimed(monday), 3, new Date(monday)))).toBe('26/11/2026');
});

test('the weekend does not count, by the calendar of Argentina', () => {
  const friday = '2026-11-27T15:00:00Z';
  expect(dayOf(firstUseOf(claimed(friday), 3, new Date(friday)))).toBe('02/12/2026');
  // Sunday in Greenwich, Saturday night in Buenos Aires: as if it had been added on the Monday.
  const saturdayNight = '2026-11-29T01:00:00Z';
  expect(dayOf(firstUseOf(claimed(saturdayNight), 3, new Date(saturdayNight)))).toBe('03/12/2026');
});

test('a point of sale whose day has come needs no wait', () => {
  expect(firstUseOf(claimed('2026-11-23T15:00:00Z'), 3, new Date('2026-11-26T15:00:00Z'))).toBeUndefined();
});

test('a point of sale that nobody claims to have added needs no wait', () => {
  expect(firstUseOf({}, 3, new Date('2026-11-23T15:00:00Z'))).toBeUndefined();
});
