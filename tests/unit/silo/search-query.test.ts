import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchQuery } from '#lib/silo/search.ts';

test.each([
  ['Ferretería', "'ferreteria':*"],
  ['  ÑANDÚ  s.r.l. ', "'nandu':* & 'srl':*"],
  ["O'Higgins & Cía.", "'ohiggins':* & 'cia':*"],
  ['«El Tornillo» – Rosario', "'el':* & 'tornillo':* & 'rosario':*"],
  ['30-71234567-1', "'30712345671':*"],
  ['AR 30.712', "'30712':*"],
  ['AR30712345671', "'30712345671':*"],
  ['00003-00000012', "'0000300000012':*"],
  ['3-12', "'312':* | '0000300000012':*"],
  ['30-712', "'30712':* | '0003000000712':*"],
  ['00003-00000012 almacén', "'00003':* & '00000012':* & 'almacen':*"],
  ['ruta 40', "'ruta':* & '40':*"],
  ['Łódź', "'łodz':*"],
  ['!!! ---', undefined],
  ['', undefined],
])('the search %j queries %s', (text, query) => {
  expect(searchQuery(text)).toBe(query);
});

test('a search uses at most eight words', () => {
  expect(searchQuery('a b c d e f g h i j')?.split(' & ')).toHaveLength(8);
});

test('any text becomes quoted words that can not end their quote', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const query = searchQuery(text);
      if (query !== undefined) expect(query).toMatch(/^'[^'\\\s]+':\*( [&|] '[^'\\\s]+':\*)*$/);
    }),
    { seed: 11, numRuns: 1_000 },
  );
});
