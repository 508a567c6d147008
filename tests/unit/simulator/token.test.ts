import { expect, test } from 'vitest';
import { outOfDate } from '#simulator/wsfe/token.ts';

// Recorded by PyAr/pyafipws (test_wsfev1_rece1): the ticket of 1 July 2021, presented on the 30th. The first instant in
// brackets is half a minute before the second it stands beside.
const ticket = { gen_time: '1625170789', exp_time: '1625214049' };

test('an expired ticket is refused in the authority’s words', () => {
  const now = new Date('2021-07-30T23:27:57.320Z');
  expect(outOfDate(ticket, now)).toBe(
    'No validaron las fechas del token GenTime, ExpTime, NowUTC: 1625170789 (7/1/2021 8:19:19 PM), ' +
      '1625214049 (7/2/2021 8:20:49 AM), 7/30/2021 11:27:57 PM',
  );
});

test.each([
  ['half a minute before it begins', '2021-07-01T20:19:19Z', true],
  ['before that', '2021-07-01T20:19:18Z', false],
  ['in its last second', '2021-07-02T08:20:49Z', true],
  ['after it', '2021-07-02T08:20:50Z', false],
])('a ticket %s is valid: %s %s', (_when, now, good) => {
  expect(outOfDate(ticket, new Date(now)) === undefined).toBe(good);
});
