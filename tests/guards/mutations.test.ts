import { transform } from 'esbuild';
import { expect, test } from 'vitest';
import { rooms } from '#tests/mutations/mutations.ts';
import { placeOf, sourcesUnder, withMistake } from '#tests/mutations/standing.ts';

test('each mistake of `npm run mutations` has exactly one place in the code', () => {
  const sources = sourcesUnder('.');
  const codes = Object.values(rooms).flatMap(({ mutations }) => mutations.map(({ code }) => code));
  expect(codes.filter((code) => !placeOf(code, sources))).toEqual([]);
});

test('the code still parses with each mistake of `npm run mutations` in it', async () => {
  const sources = sourcesUnder('.');
  const broken: string[] = [];
  for (const mutation of Object.values(rooms).flatMap(({ mutations }) => mutations)) {
    const path = placeOf(mutation.code, sources) ?? '';
    const text = withMistake(sources.get(path) ?? '', mutation, 1);
    const parsed = transform(text, { loader: path.endsWith('x') ? 'tsx' : 'ts' });
    await parsed.catch(() => broken.push(mutation.code));
  }
  expect(broken).toEqual([]);
});
