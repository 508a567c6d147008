import MiniSearch from 'minisearch';
import { expect, test } from 'vitest';
import { sentEvents } from '#app/api/docs/_services.ts';
import { searchDocuments } from '#app/docs/_search.ts';
import { errorCodes, errorKeys } from '#lib/http/error-catalogue.ts';
import { placesOf, searcher } from '../../../public/docs-search.js';

const search = searcher(MiniSearch, searchDocuments());
const addresses = (words: string) => search(words).map(({ address }) => address);

test.each([
  ['quick start', '/docs/quick-start'],
  ['other-cuit', '/docs/errors#code-other-cuit'],
  ['verify', '/docs/webhooks#verify-it'],
  ['rate limit', '/docs/limits#rates'],
  ['gov-ar.register', '/docs/webhooks#workflows'],
  ['create an entry', '/api/docs/silo/v1#createEntry'],
  ['POST /silo/v1/entries', '/api/docs/silo/v1#createEntry'],
  ['createJob', '/api/docs/transform/v1#createJob'],
  ['idempotency key', '/docs/errors#code-idempotency-key-reused'],
])('a search for «%s» finds it among the first results', (words, address) => {
  expect(addresses(words).slice(0, 5)).toContain(address);
});

test('a search for any code, key or event finds its own place first', () => {
  const places = [
    ...Object.keys(errorKeys).map((key) => [key, `/docs/errors#key-${key}`]),
    ...Object.keys(errorCodes).map((code) => [code, `/docs/errors#code-${code}`]),
    ...sentEvents.map(({ name }) => [name, `/docs/events/${name}`]),
  ];
  const lost = places.filter(([words = '', address = '']) => !addresses(words).slice(0, 3).includes(address));
  expect(lost).toEqual([]);
});

test.each([
  ['branding', '/docs/white-label'],
  ['firma', '/docs/webhooks#verify-it'],
  ['webhook retry', '/docs/webhooks'],
  ['tenant', '/api/docs/access/v1'],
  ['factura', '/docs/invoices'],
  ['punto de venta', 'points-of-sale'],
  ['proveedor', '/docs/suppliers-by-the-hundred'],
  ['certificado', 'certificate'],
  ['clave', 'key'],
  ['python', '/docs/sdk'],
  ['receiver.py', '/docs/white-label'],
  ['accepts_within_hours', '/api/docs/access/v1#'],
  ['older_than', '/api/docs/apps/gov-ar/v1#listRegistrations'],
])('a search for «%s» finds the term that the pages use', (words, address) => {
  expect(addresses(words).slice(0, 5).join(' ')).toContain(address);
});

test('a name of several words is found as one, and marked as one', () => {
  for (const name of ['expires_in', 'not-authorised', 'silo_entry_id', 'next_cursor']) {
    const places = search(name);
    expect(places.length).toBeGreaterThan(0);
    for (const { heading, text, terms } of places) {
      expect(`${heading} ${text}`).toContain(name);
      expect([name, terms.filter((term) => !term.includes(name))]).toEqual([name, []]);
    }
  }
  // With the spelling of another country.
  expect(search('not-authorized').some(({ text }) => text.includes('not-authorised'))).toBe(true);
  const text = 'in an hour: expires_in, `expires_in`.';
  expect(placesOf(text, ['expires_in']).map(({ from, to }) => text.slice(from, to))).toEqual([
    'expires_in',
    'expires_in',
  ]);
});

test.each([
  ['homologación', 'sandbox'],
  ['producción', 'live'],
  ['AFIP', 'ARCA'],
])('a search for «%s» finds «%s» too, in both languages', (words, other) => {
  const both = [search, searcher(MiniSearch, searchDocuments('es'))];
  for (const find of both) {
    const texts = find(words).map(({ heading, page, text }) => `${heading} ${page} ${text}`.toLowerCase());
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.some((text) => text.includes(other.toLowerCase()))).toBe(true);
  }
});

test.each([
  ['POST /transform/v1/jobs', '/api/docs/transform/v1#createJob'],
  ['get /api/transform/v1/jobs/', '/api/docs/transform/v1#listJobs'],
  ['https://alta.example/api/silo/v1/entries/0199?x=1', '/api/docs/silo/v1#'],
])('a search for the path «%s» finds its operation first', (words, address) => {
  expect(addresses(words)[0]).toContain(address);
  expect(new Set(addresses(words)).size).toBe(addresses(words).length);
});

test('a match is marked in the text, with its accents', () => {
  const text = 'Elegí «Nueva Relación», y la relación queda.';
  const marked = placesOf(text, ['relacion']).map(({ from, to }) => text.slice(from, to));
  expect(marked).toEqual(['Relación', 'relación']);
});

test.each([
  ['begun only', 'idempot', 'Idempotency'],
  ['mistyped', 'webhok', 'webhook'],
  ['without its accent', 'nueva relacion', 'Relación'],
])('a word that is %s is found', (_how, words, found) => {
  const [first] = search(words);
  expect(`${first?.heading} ${first?.text}`).toContain(found);
});

test('places with some of the words are shown where none has all', () => {
  expect(addresses('delegation xyzzyplugh')).toContain('/docs/delegation');
});

test('a search without a match finds nothing, whatever was typed', () => {
  for (const words of ['xyzzyplugh', '', '   ', '((((', '\\', '*'])
    expect([words, search(words)]).toEqual([words, []]);
});

test('each place appears once', () => {
  const all = searchDocuments().map(({ address }) => address);
  expect(all.length).toBeGreaterThan(300);
  expect(new Set(all).size).toBe(all.length);
});
