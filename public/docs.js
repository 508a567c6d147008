// @ts-check
// Comfort only: every documentation page is complete without this file.

const english = {
  copy: 'Copy',
  copied: 'Copied',
  selected: 'Selected: copy it',
  noSearch: 'The search could not be fetched. Close it and try again.',
};
const spanish = {
  copy: 'Copiar',
  copied: 'Copiado',
  selected: 'Seleccionado: copialo',
  noSearch: 'No se pudo cargar el buscador. Cerralo y probá de nuevo.',
};
const t = document.documentElement.lang === 'es' ? spanish : english;

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} text
 * @param {string} className
 */
function make(name, text, className) {
  const element = document.createElement(name);
  element.textContent = text;
  element.className = className;
  return element;
}

const announced = make('p', '', 'hidden-text');
announced.setAttribute('role', 'status');
document.body.append(announced);

// Copy buttons. A command's output is only for comparison and has none.

/** @type {NodeListOf<HTMLElement>} */
const blocks = document.querySelectorAll('.code:not([data-language="text"])');
for (const block of blocks) {
  const code = block.querySelector('code');
  if (!code) continue;
  const button = make('button', t.copy, 'copy');
  button.type = 'button';
  button.addEventListener('click', () => copy(code, button));
  block.append(button);
  block.classList.add('can-copy');
}

/**
 * @param {HTMLElement} code
 * @param {HTMLElement} button
 */
async function copy(code, button) {
  const isCopied = await write(code.textContent ?? '');
  if (!isCopied) getSelection()?.selectAllChildren(code);
  const said = isCopied ? t.copied : t.selected;
  button.textContent = said;
  announced.textContent = said;
  setTimeout(() => {
    button.textContent = t.copy;
    announced.textContent = '';
  }, 2000);
}

/** @param {string} text */
async function write(text) {
  try {
    // The clipboard is unavailable over plain http, except on localhost.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// The other language shows the same part of the page.

/** @type {NodeListOf<HTMLAnchorElement>} */
const otherLanguages = document.querySelectorAll('.language-switch a[rel]');
for (const link of otherLanguages)
  link.addEventListener('click', () => {
    link.hash = location.hash;
  });

// Tabs: one language for all blocks, remembered for the next visit.

const kept = 'alta-docs-language';
/** @type {NodeListOf<HTMLInputElement>} */
const choices = document.querySelectorAll('.tabs input');

/** @param {string | null} language */
function choose(language) {
  for (const choice of choices) if (choice.value === language) choice.checked = true;
}

/** A browser may refuse storage. */
function lastLanguage() {
  try {
    return localStorage.getItem(kept);
  } catch {
    return null;
  }
}

choose(lastLanguage());
for (const choice of choices) {
  choice.addEventListener('change', () => {
    // The blocks above change their height too. The pressed tab stays where it is.
    const before = choice.getBoundingClientRect().top;
    choose(choice.value);
    scrollBy({ top: choice.getBoundingClientRect().top - before, behavior: 'instant' });
    try {
      localStorage.setItem(kept, choice.value);
    } catch {
      // The choice then holds for this page only.
    }
  });
}

// Examples of the reference that can be sent from the page

/** @type {HTMLFormElement | null} */
const tryForm = document.querySelector('#try-it');
if (tryForm) import(tryForm.dataset.script ?? '').then(({ tryIn }) => tryIn(tryForm)).catch(() => {});

// Search

/** @type {HTMLDialogElement | null} */
const dialog = document.querySelector('#search');
/** @type {HTMLButtonElement | null} */
const opener = document.querySelector('.to-search');

/** @type {Promise<void> | undefined} */
let ready;

async function openSearch() {
  if (!dialog || dialog.open) return;
  dialog.showModal();
  dialog.querySelector('input')?.select();
  ready ??= import(dialog.dataset.script ?? '').then(({ searchIn }) => searchIn(dialog));
  try {
    await ready;
  } catch {
    ready = undefined;
    const status = dialog.querySelector('[role="status"]');
    if (status) status.textContent = t.noSearch;
  }
}

if (dialog && opener) {
  opener.hidden = false;
  opener.addEventListener('click', openSearch);
  document.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (target instanceof HTMLInputElement && target.type !== 'radio') return;
    if (key !== '/' || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    openSearch();
  });
  // A click on the dialog itself is one on its backdrop.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target instanceof HTMLButtonElement) dialog.close();
  });
  // Escape in a search field with text would only clear it.
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') dialog.close();
  });
}
