// @ts-check
// Fetched by docs.js when the search is first opened.

/**
 * @typedef {import('../app/docs/_search.ts').SearchDocument} SearchDocument
 * @typedef {SearchDocument & { terms: string[] }} Found with the indexed terms found in it
 * @typedef {typeof import('minisearch').default} MiniSearchClass
 */

const shownAtMost = 12;

/**
 * Readers' words and the documentation's words for the same. The latter are searched for too.
 * @type {Record<string, string>}
 */
const list = {
  branding: 'white label',
  brand: 'white label',
  logo: 'white label',
  color: 'white label',
  colour: 'white label',
  theme: 'white label',
  signature: 'verify',
  retry: 'again',
  tenant: 'workspace',
  account: 'workspace',
  customer: 'supplier',
  token: 'key',
  sdk: 'client',
  iframe: 'embed',
  widget: 'embed',
  afip: 'arca',
  homologacion: 'sandbox',
  testing: 'sandbox',
  prueba: 'sandbox',
  pruebas: 'sandbox',
  produccion: 'live',
  production: 'live',
  firma: 'signature',
  factura: 'invoice',
  facturas: 'invoice',
  comprobante: 'invoice',
  comprobantes: 'invoice',
  nota: 'note',
  notas: 'note',
  credito: 'credit',
  debito: 'debit',
  lote: 'batch',
  lotes: 'batch',
  cliente: 'customer',
  enlace: 'link',
  proveedor: 'supplier',
  proveedores: 'supplier',
  punto: 'point',
  venta: 'sale',
  certificado: 'certificate',
  clave: 'key',
  relacion: 'delegation',
  limite: 'limit',
  vencimiento: 'vence',
  errores: 'error',
};

/** Words without meaning between the search terms, in both languages. */
const fillers = new Set(
  'a an the of to for how do i el la los las un una de del en para como por'.split(' '),
);

/** @type {Map<string, string>} */
const synonyms = new Map(Object.entries(list));

/**
 * Matches prefixes, small typing errors, and words without accents. All words must match; if nothing matches
 * all, some suffice.
 * @param {MiniSearchClass} MiniSearch
 * @param {SearchDocument[]} documents
 * @returns {(words: string) => Found[]} best first
 */
export function searcher(MiniSearch, documents) {
  const index = new MiniSearch({
    idField: 'address',
    fields: ['heading', 'page', 'text'],
    tokenize: wordsOf,
    processTerm: plain,
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      weights: { prefix: 0.6, fuzzy: 0.2 },
      boostDocument: weightOf,
    },
  });
  index.addAll(documents);
  const byAddress = new Map(documents.map((each) => [each.address, each]));
  return (words) => {
    const written = words.split(/\s+/).filter(Boolean);
    const telling = written.filter((word) => !fillers.has(plain(word)));
    const queries = (telling.length ? telling : written).map((word) =>
      partsOf(word).length > 1 ? nameQuery(index, word) : withSynonym(word),
    );
    const all = index.search({ queries, combineWith: 'AND' });
    const found = all.length ? all : index.search({ queries, combineWith: 'OR' });
    const name = plain(words.trim());
    // A whole name, such as an event or an error's code, is looked for itself.
    const called = documents.filter(
      ({ call, heading }) => plain(heading) === name || (call && isCallOf(call, words)),
    );
    const first = new Set(called.map(({ address }) => address));
    return [
      ...called.map(({ address }) => ({ id: address, terms: wordsOf(words).map(plain) })),
      ...found.filter(({ id }) => !first.has(id)),
    ]
      .slice(0, shownAtMost)
      .flatMap(({ id, terms }) => {
        const document = byAddress.get(id);
        // A single name is marked as a whole, not where its parts stand alone.
        const whole = partsOf(name).length ? terms.filter((term) => term.includes(name)) : [];
        return document ? [{ ...document, terms: whole.length ? whole : terms }] : [];
      });
  };
}

/**
 * @param {string} word
 * @returns {import('minisearch').Query}
 */
function withSynonym(word) {
  const other = synonyms.get(plain(word));
  if (!other) return { queries: [word], combineWith: 'AND' };
  return {
    queries: [word, { queries: [other], combineWith: 'AND', boostTerm: () => 0.8 }],
    combineWith: 'OR',
  };
}

/** @param {string} word */
const partsOf = (word) => wordsOf(word).slice(1);

/**
 * A name such as `expires_in` is searched for as a whole, since its parts, such as `in`, are in every text. If no
 * text has it, its parts are: `item.key` stands in an example as two names, one within the other.
 * @param {import('minisearch').default} index
 * @param {string} word
 * @returns {import('minisearch').Query}
 */
function nameQuery(index, word) {
  /** @type {import('minisearch').Query} */
  const parts = { queries: partsOf(word), combineWith: 'AND', boostTerm: () => 0.5 };
  for (const options of [{ fuzzy: false }, {}]) {
    /** @type {import('minisearch').Query} */
    const whole = { queries: [word], combineWith: 'AND', ...options };
    // The parts add to the score of texts with the whole.
    const both = { queries: [whole, parts], combineWith: /** @type {'OR'} */ ('OR') };
    if (index.search(whole).length) return { queries: [whole, both], combineWith: 'AND' };
  }
  return parts;
}

/**
 * Whether a path, with or without a method and a host, is this operation's.
 * @param {string} call `GET /silo/v1/entries/{id}`
 * @param {string} words
 */
function isCallOf(call, words) {
  const [, asked = '', path = ''] =
    /^(?:([a-z]+)\s+)?(?:https?:\/\/[^/]+)?(?:\/api)?(\/[^\s?#]+?)\/?(?:[?#].*)?$/i.exec(words.trim()) ?? [];
  const [method = '', template = ''] = call.split(' ');
  if (!path || (asked && asked.toUpperCase() !== method)) return false;
  const [given, own] = [path.split('/'), template.split('/')];
  return given.length === own.length && own.every((each, at) => each.startsWith('{') || each === given[at]);
}

/**
 * The changelog, an object's members and a single event are seldom what a reader looks for; a whole page often is.
 * @param {string} address
 */
function weightOf(address) {
  if (/changelog|#[A-Z]|\/events\//.test(address)) return 0.4;
  return address.includes('#') ? 1 : 1.3;
}

/**
 * Indexes a name such as `gov-ar.register` or `/silo/v1/entries` as a whole and by its parts.
 * @param {string} text
 */
const wordsOf = (text) =>
  text
    .split(/[\s,;:()«»"'`]+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}/$]+|[^\p{L}\p{N}]+$/gu, ''))
    .flatMap((word) => [word, ...(/[^\p{L}\p{N}]/u.test(word) ? word.split(/[^\p{L}\p{N}]+/u) : [])])
    .filter(Boolean);

/** @param {string} term */
const plain = (term) =>
  term
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** @param {HTMLDialogElement} dialog */
export async function searchIn(dialog) {
  const { library = '', documents = '' } = dialog.dataset;
  const [{ default: MiniSearch }, answer] = await Promise.all([import(library), fetch(documents)]);
  if (!answer.ok) throw new Error(`${answer.status} for ${documents}`);
  const search = searcher(MiniSearch, await answer.json());
  const input = dialog.querySelector('input');
  const list = dialog.querySelector('ol');
  const status = dialog.querySelector('[role="status"]');
  if (!input || !list || !status) return;

  const show = () => {
    const words = input.value.trim();
    const found = words ? search(words) : [];
    list.replaceChildren(...found.map((each) => itemOf(each)));
    status.textContent = words ? countOf(found.length) : '';
  };
  input.addEventListener('input', show);
  show();

  const links = () => [...list.querySelectorAll('a')];
  dialog.addEventListener('keydown', (event) => {
    const { key, target } = event;
    const at = target instanceof HTMLAnchorElement ? links().indexOf(target) : -1;
    if (key === 'ArrowDown') (links()[at + 1] ?? links()[at])?.focus();
    else if (key === 'ArrowUp') (at > 0 ? links()[at - 1] : input)?.focus();
    // Enter without a choice opens the first result.
    else if (key === 'Enter' && target === input) links()[0]?.click();
    else {
      // Typing continues in the field.
      if (at >= 0 && key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) input.focus();
      return;
    }
    event.preventDefault();
  });
  // The link may lead to another part of the same page.
  list.addEventListener('click', () => dialog.close());
}

/** @param {number} count */
function countOf(count) {
  const isSpanish = document.documentElement.lang === 'es';
  if (count === 0) return isSpanish ? 'No se encontró nada.' : 'Nothing found.';
  if (isSpanish) return count === 1 ? '1 lugar' : `${count} lugares`;
  return count === 1 ? '1 place' : `${count} places`;
}

/**
 * @param {Found} found
 */
function itemOf({ address, heading, page, text, terms }) {
  const link = document.createElement('a');
  link.href = address;
  const where = page === heading ? '' : page;
  link.append(part('b', heading), ' ', part('span', where), excerptOf(text, terms));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/**
 * @param {string} name
 * @param {string} text
 */
function part(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

const excerptLength = 160;

/**
 * Starts at a word a little before the first match, and marks the matches.
 * @param {string} text
 * @param {string[]} terms
 */
function excerptOf(text, terms) {
  const places = placesOf(text, terms);
  const from = Math.max(0, (places[0]?.from ?? 0) - 40);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = Math.min(start + excerptLength, text.length);
  const excerpt = document.createElement('p');
  let at = start;
  for (const place of places.filter(({ from, to }) => from >= start && to <= end)) {
    excerpt.append(text.slice(at, place.from), part('mark', text.slice(place.from, place.to)));
    at = place.to;
  }
  excerpt.prepend(start > 0 ? '… ' : '');
  excerpt.append(text.slice(at, end), end < text.length ? ' …' : '');
  return excerpt;
}

/**
 * Positions of the terms in a text, in order.
 * @param {string} text
 * @param {string[]} terms as the index has them
 */
export function placesOf(text, terms) {
  const wanted = new Set(terms);
  return [...text.matchAll(/[^\s,;:()«»"'`]+/gu)].flatMap(({ 0: written, index }) => {
    const [whole = ''] = wordsOf(written);
    const at = index + written.indexOf(whole);
    if (wanted.has(plain(whole))) return [{ from: at, to: at + whole.length }];
    return [...written.matchAll(/[\p{L}\p{N}]+/gu)]
      .filter(([word]) => wanted.has(plain(word)))
      .map(({ 0: word, index: from }) => ({ from: index + from, to: index + from + word.length }));
  });
}
