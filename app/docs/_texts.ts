import type { Locale } from './_pages.ts';

/** Texts of the documentation's frame. Those that only a script shows are in docs.js and docs-search.js. */
const english = {
  skip: 'Skip to the text',
  documentation: 'Documentation',
  guides: 'Guides',
  reference: 'API reference',
  search: 'Search',
  searchIn: 'Search guides and reference',
  searchFor: 'A word, a field, an error’s code, a path',
  contents: 'Contents',
  close: 'Close',
  onThisPage: 'On this page',
  neighbours: 'Previous and next',
  previous: 'Previous',
  next: 'Next',
  noSuchPage: 'There is no such page',
  noSuchPageMore: 'It may have another name now. Choose a page from the contents, or search.',
};

export type FrameTexts = typeof english;

export const frameTexts: Record<Locale, FrameTexts> = {
  en: english,
  es: {
    skip: 'Ir al texto',
    documentation: 'Documentación',
    guides: 'Guías',
    reference: 'Referencia',
    search: 'Buscar',
    searchIn: 'Buscar en las guías y en la referencia',
    searchFor: 'Una palabra, un campo, el código de un error, una ruta',
    contents: 'Índice',
    close: 'Cerrar',
    onThisPage: 'En esta página',
    neighbours: 'Anterior y siguiente',
    previous: 'Anterior',
    next: 'Siguiente',
    noSuchPage: 'Esa página no existe',
    noSuchPageMore: 'Puede que ahora tenga otro nombre. Elegí una página del índice, o buscala.',
  },
};
