import { expect, test } from 'vitest';
import { downloadOf } from '#lib/http/download.ts';

const download = (name: string, mime = 'application/pdf') =>
  downloadOf({ name, mime, content: Buffer.from('%PDF-') });

test('a download is saved, not shown, and never cached on the way', async () => {
  const answer = download('a.pdf');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '5',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(await answer.text()).toBe('%PDF-');
});

test.each([
  ['a.pdf', `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`],
  [
    'año "1" 50%.pdf',
    `attachment; filename="ano -1- 50-.pdf"; filename*=UTF-8''a%C3%B1o%20%221%22%2050%25.pdf`,
  ],
  ["it's (1)*.pdf", `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2a.pdf`],
  ['発票', `attachment; filename="file"; filename*=UTF-8''%E7%99%BA%E7%A5%A8`],
])('the name %j is written as %s', (name, disposition) => {
  expect(download(name).headers.get('content-disposition')).toBe(disposition);
});

test('a text download names its encoding', () => {
  expect(download('a.csv', 'text/csv').headers.get('content-type')).toBe('text/csv; charset=utf-8');
});
