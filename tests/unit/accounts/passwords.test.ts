import { expect, test } from 'vitest';
import { findPasswordWeakness, hashPassword, isCorrectPassword } from '#lib/accounts/passwords.ts';

const ana = {
  name: 'Ana María Gómez',
  email: 'ana.gomez@tornillo.example',
  workspaces: ['Bulonera del Plata S.A.'],
};

test.each([
  ['corta', 'password-too-short'],
  ['ñandúñandúñ', 'password-too-short'],
  ['x'.repeat(129), 'password-too-long'],
  ['password1234', 'password-common'],
  ['Password123456!', 'password-common'],
  ['123456Password', 'password-common'],
  ['p@$$w0rd-2026-!!', 'password-common'],
  ['1q2w3e4r5t6y', 'password-common'],
  ['Sunshine!!2026', 'password-common'],
  ['Liverpool20252026', 'password-common'],
  ['HolaHola1234', 'password-common'],
  ['Septiembre2026', 'password-common'],
  ['MiContraseña2026', 'password-common'],
  ['AnaPassword2026', 'password-common'],
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
  ['gomez.ana.1234', 'password-personal'],
  ['4n4G0m3z123456', 'password-personal'],
  ['Tornillo123456!', 'password-personal'],
  ['BuloneraDelPlata1', 'password-personal'],
  ['bulonera-2026-sa', 'password-personal'],
  ['AltaAlta1234!', 'password-personal'],
  ['cuatro palabras sin relacion', undefined],
  ['la bulonera vende limones', undefined],
  ['mi contraseña favorita del río', undefined],
  ['kX9#vTq2LmPz', undefined],
  ['🦜🐎🌵🧉🥟🏔️🌊🎻🚲🪁🧭🕯️', undefined],
  ['argentina exporta limones dulces', undefined],
])('the weakness of %s is %s', async (password, weakness) => {
  expect(await findPasswordWeakness(password, ana)).toBe(weakness);
});

test('a name that is empty or has only symbols makes no password personal', async () => {
  const person = { name: '漢字', email: '12@x.example' };
  expect(await findPasswordWeakness('cuatro palabras sin relacion', person)).toBeUndefined();
});

test('a hash matches its password alone, however its ñ is typed', async () => {
  const hash = await hashPassword('mañana será otro día');
  expect(await isCorrectPassword('mañana será otro día'.normalize('NFD'), hash)).toBe(true);
  expect(await isCorrectPassword('manana será otro día', hash)).toBe(false);
  expect(hash).not.toBe(await hashPassword('mañana será otro día'));
  expect(await isCorrectPassword('mañana será otro día', '')).toBe(false);
});
