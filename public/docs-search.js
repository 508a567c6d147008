// @ts-check
// What docs.js fetches when the search is opened for the first time.

/**
 * @typedef {import('../app/docs/_search.ts').SearchDocument} SearchDocument
 * @typedef {typeof import('minisearch').default} MiniSearchClass
 */

const shownAtMost = 12;

/**
 * Words may be begun only, mistyped a little, and without their accents. All of them are wanted; where nothing has
 * all, what has some.
 * @param {MiniSearchClass} MiniSearch
 * @param {SearchDocument[]} documents
 * @returns {(words: string) => SearchDocument[]} best first
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
    const all = index.search(words, { combineWith: 'AND' });
    const found = all.length ? all : index.search(words);
    return found.slice(0, shownAtMost).flatMap(({ id }) => byAddress.get(id) ?? []);
  };
}

/**
 * What changed once is seldom what is looked for, nor the list of an object's members; a page itself often is.
 * @param {string} address
 */
function weightOf(address) {
  if (/changelog|#[A-Z]/.test(address)) return 0.4;
  return address.includes('#') ? 1 : 1.3;
}

/**
 * A name such as `gov-ar.register` or `/silo/v1/entries` counts whole, and each of its parts.
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
    list.replaceChildren(...found.map((each) => itemOf(each, words)));
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
    // Who goes on without choosing means the first one.
    else if (key === 'Enter' && target === input) links()[0]?.click();
    else {
      // Who goes on writing goes on in the field.
      if (at >= 0 && key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) input.focus();
      return;
    }
    event.preventDefault();
  });
  // It may lead to another place of the same page.
  list.addEventListener('click', () => dialog.close());
}

/** @param {number} count */
function countOf(count) {
  if (count === 0) return 'Nothing found.';
  return count === 1 ? '1 place' : `${count} places`;
}

/**
 * @param {SearchDocument} found
 * @param {string} words
 */
function itemOf({ address, heading, page, text }, words) {
  const link = document.createElement('a');
  link.href = address;
  const where = page === heading ? '' : page;
  link.append(part('b', heading), ' ', part('span', where), part('p', excerptOf(text, words)));
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
 * From a little before the first of the words on, from a whole word on.
 * @param {string} text
 * @param {string} words
 */
function excerptOf(text, words) {
  const lower = text.toLowerCase();
  const places = words
    .toLowerCase()
    .split(/\s+/)
    .map((word) => lower.indexOf(word))
    .filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - 40);
  const start = places.length === 0 || from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = start + excerptLength;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}
