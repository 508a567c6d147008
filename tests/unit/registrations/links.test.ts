import { expect, test } from 'vitest';
import { createRef, hashRef, linkUrl, sealRef, unsealRef } from '#lib/silo/public-link.ts';

test('10,000 refs are unique, with 26 evenly distributed base62 characters', () => {
  const refs = Array.from({ length: 10_000 }, createRef);
  expect(new Set(refs).size).toBe(10_000);
  const counts = new Map<string, number>();
  for (const ref of refs) {
    expect(ref).toMatch(/^[0-9A-Za-z]{26}$/);
    for (const character of ref) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  const expected = (10_000 * 26) / 62;
  // Ten standard deviations: 4,194 ± 642.
  for (const count of counts.values())
    expect(Math.abs(count - expected)).toBeLessThan(10 * Math.sqrt(expected));
});

test('a ref is found by its hash and unsealed only in its own workspace and environment', () => {
  const ref = createRef();
  const link = { id: 'l', workspaceId: 'w', environment: 'live' };
  expect(hashRef(ref)).toBe(hashRef(ref));
  expect(unsealRef(sealRef(ref, link), link)).toBe(ref);
  expect(() => unsealRef(sealRef(ref, link), { ...link, environment: 'sandbox' })).toThrow();
  expect(linkUrl(ref)).toBe(`http://alta.test/reg/${ref}`);
});

test.each(['', 'short', '../../etc', 'x'.repeat(65), `${'a'.repeat(25)}\u0000`])(
  '%j can not be a ref',
  (text) => {
    expect(hashRef(text)).toBeUndefined();
  },
);
