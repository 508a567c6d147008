import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretsIn, withoutSecrets } from '#lib/webhooks/attempt.ts';

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const byCode = (write: (code: number) => string) => (text: string) =>
  [...text].map((mark) => write(mark.charCodeAt(0))).join('');

const spellings: [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['in JSON', inJson],
  ['in JSON within JSON', (text) => inJson(inJson(text))],
  ['in JSON in an address', (text) => encodeURIComponent(inJson(text))],
  ['in JSON as PHP writes it', (text) => inJson(text).replaceAll('/', '\\/')],
  ['in JSON, all escaped', byCode((code) => `\\u${code.toString(16).padStart(4, '0').toUpperCase()}`)],
  ['in an address', encodeURIComponent],
  ['in a form', (text) => new URLSearchParams({ x: text }).toString().slice(2)],
  ['in an address within an address', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['in HTML', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
  ['in HTML, by number', byCode((code) => `&#${code};`)],
  ['in HTML, by hexadecimal number', byCode((code) => `&#x${code.toString(16)};`)],
];
const printable = fc.string({ unit: fc.constantFrom(...byPrinting()), minLength: 4, maxLength: 60 });
function byPrinting() {
  return Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
}

test.each(spellings)('a secret %s is taken out, and nothing else is', (_how, spell) => {
  fc.assert(
    fc.property(printable, (secret) => {
      expect(withoutSecrets(`ñ${spell(secret)}ñ`, [secret])).toBe('ñ[secret]ñ');
    }),
    { seed: 7, numRuns: 300 },
  );
});

test.each(spellings)('a secret %s is not begun at the end of a text that was cut off', (_how, spell) => {
  const secret = `Zq9&"\\/ ${'abc'.repeat(4)}`;
  const whole = spell(secret);
  for (let length = spell('Zq9').length; length <= whole.length; length += 1) {
    expect(withoutSecrets(`ñ${whole.slice(0, length)}`, [secret])).toBe('ñ[secret]');
  }
});

test.each([
  ['Bearer abc', ['Bearer abc', 'abc']],
  ['Basic dXNlcjpwYXNz', ['Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz']],
  [' padded ', ['padded']],
  ['', []],
])('of %j these are secret: %j', (value, secrets) => {
  expect(secretsIn([value])).toEqual(secrets);
});

test('a value of one, two or three characters is taken out where it stands by itself', () => {
  expect(withoutSecrets('{"version":"2","year":2026,"x":2}', ['2'])).toBe(
    '{"version":"[secret]","year":2026,"x":[secret]}',
  );
});

test('a text without a secret stays as it is', () => {
  expect(withoutSecrets('{"ok":true}', ['canary', '%22'])).toBe('{"ok":true}');
  expect(withoutSecrets('Bea', [])).toBe('Bea');
});
