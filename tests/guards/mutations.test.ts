import { expect, test } from 'vitest';
import { rooms } from '#tests/mutations/mutations.ts';
import { placeOf, sourcesUnder } from '#tests/mutations/standing.ts';

test('each mistake of `npm run mutations` has exactly one place in the code', () => {
  const sources = sourcesUnder('.');
  const codes = Object.values(rooms).flatMap(({ mutations }) => mutations.map(({ code }) => code));
  expect(codes.filter((code) => !placeOf(code, sources))).toEqual([]);
});
