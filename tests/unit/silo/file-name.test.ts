import { expect, test } from 'vitest';
import { cleanFileName } from '#lib/silo/files.ts';

test.each([
  ['factura-a-00003-00000012.pdf', 'factura-a-00003-00000012.pdf'],
  ['Liquidación año ñandú €.pdf', 'Liquidación año ñandú €.pdf'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['C:\\temp\\a.pdf', 'C--temp-a.pdf'],
  ['a\u202Efdp.exe', 'afdp.exe'],
  ['a\r\nSet-Cookie: b=c.pdf', 'aSet-Cookie- b=c.pdf'],
  ['a\u0000b\u200B.pdf', 'ab.pdf'],
  ['  .hidden. ', 'hidden'],
  ['\uD800.pdf', '\uFFFD.pdf'],
  ['\u202E', 'file'],
  [`${'ñ'.repeat(300)}.pdf`, `${'ñ'.repeat(116)}.pdf`],
])('the file name %j is stored as %j', (name, kept) => {
  expect(cleanFileName(name)).toBe(kept);
});
