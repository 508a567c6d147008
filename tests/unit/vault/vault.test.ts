import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { lookupHash, readVaultKey, type SealPlace, seal, unseal } from '#lib/vault.ts';

const place: SealPlace = { table: 't', column: 'c', row: 'r', workspace: 'w', environment: 'live' };

test('what was sealed opens in its own place, and is not the same twice', () => {
  const first = seal('secreto', place);
  expect(unseal(first, place).toString()).toBe('secreto');
  expect(seal('secreto', place)).not.toBe(first);
  expect(first).not.toContain(Buffer.from('secreto').toString('base64url'));
});

test.each(Object.keys(place) as (keyof SealPlace)[])('moved to another %s it does not open', (part) => {
  expect(() => unseal(seal('secreto', place), { ...place, [part]: 'other' })).toThrow('vault:');
});

test('a change of any character does not open', () => {
  const sealed = seal('s', place);
  for (let index = 0; index < sealed.length; index += 1) {
    const other = sealed[index] === 'A' ? 'B' : 'A';
    const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
    expect(() => unseal(changed, place), `character ${index}`).toThrow('vault:');
  }
});

test('places whose parts run together are different places', () => {
  const sealed = seal('s', { ...place, table: 'a|b', column: 'c' });
  expect(() => unseal(sealed, { ...place, table: 'a', column: 'b|c' })).toThrow('vault:');
});

test('a lookup hash depends on its purpose, and can not be undone', () => {
  expect(lookupHash('a', 'x')).toBe(lookupHash('a', 'x'));
  expect(lookupHash('a', 'x')).not.toBe(lookupHash('b', 'x'));
});

test.each([
  ['none', {}],
  ['one that is too short', { ALTA_VAULT_KEY: randomBytes(16).toString('base64') }],
  ['one that is no base64', { ALTA_VAULT_KEY: 'change me' }],
  ['zeros', { ALTA_VAULT_KEY: Buffer.alloc(32).toString('base64') }],
  ['a repeated letter', { ALTA_VAULT_KEY: Buffer.from('abcd'.repeat(8)).toString('base64') }],
])('with %s as the key it refuses to start and says how to make one', (_what, source) => {
  expect(() =>
    readVaultKey({ ALTA_VAULT_KEY: undefined, ALTA_VAULT_KEY_FILE: undefined, ...source }),
  ).toThrow('openssl rand -base64 32');
});
