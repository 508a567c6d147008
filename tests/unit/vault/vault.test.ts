import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  lookupHash,
  readVaultKeys,
  type SealPlace,
  seal,
  setSealingKeys,
  unseal,
  unwrapDataKey,
  wrapDataKey,
} from '#lib/vault.ts';
import { configure, idOf, newKey } from '#tests/support/vault-keys.ts';

const place: SealPlace = { table: 't', column: 'c', row: 'r', workspace: 'w', environment: 'live' };

test('a sealed value opens in its own place and differs each time', () => {
  const first = seal('secreto', place);
  expect(unseal(first, place).toString()).toBe('secreto');
  expect(seal('secreto', place)).not.toBe(first);
  expect(first).not.toContain(Buffer.from('secreto').toString('base64url'));
});

test.each(Object.keys(place) as (keyof SealPlace)[])('a sealed value does not open in another %s', (part) => {
  expect(() => unseal(seal('secreto', place), { ...place, [part]: 'other' })).toThrow('vault:');
});

test('a sealed value with any character changed does not open', () => {
  const sealed = seal('s', place);
  for (let index = 0; index < sealed.length; index += 1) {
    const other = sealed[index] === 'A' ? 'B' : 'A';
    const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
    expect(() => unseal(changed, place), `character ${index}`).toThrow('vault:');
  }
});

test('places with the same joined parts are different places', () => {
  const sealed = seal('s', { ...place, table: 'a|b', column: 'c' });
  expect(() => unseal(sealed, { ...place, table: 'a', column: 'b|c' })).toThrow('vault:');
});

test('a lookup hash depends on its purpose', () => {
  expect(lookupHash('a', 'x')).toBe(lookupHash('a', 'x'));
  expect(lookupHash('a', 'x')).not.toBe(lookupHash('b', 'x'));
});

test('a value sealed under a former key opens with its rewrapped data key alone', () => {
  const [former = '', next = '', other = ''] = [0, 1, 2].map(() => newKey());
  configure([former]);
  const sealed = seal('secreto', place);
  configure([next, former]);
  const wrapped = wrapDataKey(idOf(former), idOf(next));
  configure([next, other]);
  expect(() => unseal(sealed, place)).toThrow(`key ${idOf(former)}, which is not configured`);
  const dataKey = unwrapDataKey(wrapped, idOf(former), idOf(next));
  setSealingKeys({ current: idOf(next), formerDataKeys: new Map([[idOf(former), dataKey]]) });
  expect(unseal(sealed, place).toString()).toBe('secreto');
  expect(seal('secreto', place)).toContain(`.${idOf(next)}.`);
  expect(() => unwrapDataKey(wrapped, idOf(former), idOf(other))).toThrow('vault:');
  expect(() => unwrapDataKey(wrapped, idOf(other), idOf(next))).toThrow('vault:');
  expect(dataKey.equals(Buffer.from(former, 'base64'))).toBe(false);
});

test('a body with another value’s salt does not open', () => {
  const [one = [], other = []] = ['one', 'other'].map((text) => seal(text, place).split('.'));
  expect(() => unseal([...one.slice(0, 3), other[3]].join('.'), place)).toThrow('vault:');
});

test.each(['ALTA_VAULT_KEY', 'ALTA_VAULT_KEYS'])('%s may hold several keys, by lines or commas', (name) => {
  const keys = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));
  const read = (separator: string) =>
    readVaultKeys({ ...nothing, [name]: keys.join(separator) }).map(({ key }) => key.toString('base64'));
  expect([read(','), read('\n')]).toEqual([keys, keys]);
  expect(() => readVaultKeys({ ...nothing, ALTA_VAULT_KEY: keys[0], ALTA_VAULT_KEYS: keys[1] })).toThrow(
    'both',
  );
});

const nothing = {
  ALTA_VAULT_KEY: undefined,
  ALTA_VAULT_KEY_FILE: undefined,
  ALTA_VAULT_KEYS: undefined,
  ALTA_VAULT_KEYS_FILE: undefined,
};

test.each([
  ['none', {}],
  ['one that is too short', { ALTA_VAULT_KEY: randomBytes(16).toString('base64') }],
  ['one that is no base64', { ALTA_VAULT_KEY: 'change me' }],
  ['zeros', { ALTA_VAULT_KEY: Buffer.alloc(32).toString('base64') }],
  ['a repeated letter', { ALTA_VAULT_KEY: Buffer.from('abcd'.repeat(8)).toString('base64') }],
])('the vault refuses to start with %s as the key and explains how to make one', (_what, source) => {
  expect(() => readVaultKeys({ ...nothing, ...source })).toThrow('openssl rand -base64 32');
});
