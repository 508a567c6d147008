import { expect, test } from 'vitest';
import { weaknessOf } from '#lib/accounts/passwords.ts';

const ana = { name: 'Ana María Gómez', email: 'ana.gomez@tornillo.example' };

test.each([
  ['corta', 'password-too-short'],
  ['ñandúñandúñ', 'password-too-short'],
  ['x'.repeat(129), 'password-too-long'],
  ['password1234', 'password-common'],
  ['Contraseña123!', 'password-common'],
  ['passwordpassword', 'password-common'],
  ['P4ssw0rd2026', 'password-common'],
  ['aaaaaaaaaaaaaaaa', 'password-common'],
  ['121212121212', 'password-common'],
  ['123456789012', 'password-common'],
  ['987654321098', 'password-common'],
  ['abcdefghijklm', 'password-common'],
  ['qwertyuiop12', 'password-common'],
  ['riverplate2026', 'password-common'],
  ['Ana María Gómez', 'password-personal'],
  ['ana.gomez@tornillo.example', 'password-personal'],
  ['ANA.GOMEZ1234', 'password-personal'],
  ['cuatro palabras sin relacion', undefined],
  ['mi contraseña favorita del río', undefined],
  ['kX9#vTq2LmPz', undefined],
  ['🦜🐎🌵🧉🥟🏔️🌊🎻🚲🪁🧭🕯️', undefined],
  ['argentina exporta limones dulces', undefined],
])('%s is %s', (password, weakness) => {
  expect(weaknessOf(password, ana)).toBe(weakness);
});

test('a name that is empty or of signs makes no password personal', () => {
  expect(weaknessOf('cuatro palabras sin relacion', { name: '漢字', email: '12@x.example' })).toBeUndefined();
});
