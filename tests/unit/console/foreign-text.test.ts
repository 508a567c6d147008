import { expect, test } from 'vitest';
import { visibleText } from '#console/_ui/visible-text.ts';

test.each([
  ['plain, ñ, 漢字, 😀', 'plain, ñ, 漢字, 😀'],
  ['a\tb\nc', 'a\tb\nc'],
  ['a\r\nb\rc', 'a\nb\\u{000d}c'],
  ['\u202Eexe.txt', '\\u{202e}exe.txt'],
  ['a\u200Bb\uFEFF', 'a\\u{200b}b\\u{feff}'],
  ['\u001B[31mred', '\\u{001b}[31mred'],
  ['\u2028', '\\u{2028}'],
  ['\u{E0041}', '\\u{e0041}'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['\uD800', '\uFFFD'],
])('the text %j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});
