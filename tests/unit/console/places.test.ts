import { createTranslator } from 'next-intl';
import { expect, test } from 'vitest';
import { findPlaces } from '#console/_shell/search-places.ts';
import en from '#messages/console/shell.en.json' with { type: 'json' };
import es from '#messages/console/shell.es.json' with { type: 'json' };

test.each([
  ['en', en, 'error', '/activity?action=trouble'],
  ['en', en, 'failed', '/activity?action=trouble'],
  ['es-AR', es, 'errores', '/activity?action=trouble'],
  ['es-AR', es, 'falló', '/activity?action=trouble'],
  ['en', en, 'users', '/configuration/members'],
  ['es-AR', es, 'comprobantes', '/invoices'],
  ['en', en, 'vat book', '/invoices/month'],
  ['es-AR', es, 'libro iva', '/invoices/month'],
  ['es-AR', es, 'el mes', '/invoices/month'],
  ['en', en, 'cannot invoice', '/suppliers?state=cannot-invoice'],
  ['es-AR', es, 'no pueden facturar', '/suppliers?state=cannot-invoice'],
] as const)('the search in %s finds a page by its other names: %#', (locale, messages, q, path) => {
  const nameOf = createTranslator({ locale, messages });
  expect(
    findPlaces(
      q,
      (name) => nameOf(name),
      () => true,
    ).map((place) => place.path),
  ).toContain(path);
});
