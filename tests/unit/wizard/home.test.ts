import { expect, test } from 'vitest';
import { GET } from '#app/route.tsx';

const home = async (acceptLanguage?: string) => {
  const headers: HeadersInit = acceptLanguage ? { 'accept-language': acceptLanguage } : {};
  return (await GET(new Request('https://alta.example/', { headers }))).text();
};

test.each([
  ['no language', undefined, 'es-AR'],
  ['English first', 'en-GB,en;q=0.9,es;q=0.5', 'en'],
  ['Spanish first', 'es-AR,es;q=0.9,en;q=0.5', 'es-AR'],
  ['a language that there is not', 'de', 'es-AR'],
])(
  'a browser asking for %s gets a home page that links to the Console, guides and reference',
  async (_name, asked, locale) => {
    const html = await home(asked);
    expect(html).toContain(`<html lang="${locale}">`);
    for (const path of ['/console', '/docs', '/api/docs']) expect(html).toContain(`<a href="${path}">`);
  },
);
