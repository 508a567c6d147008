// @ts-check
// Comfort only: every page of the wizard is complete without this file.

// After a form was sent, Reload and Back request the page again instead of resending the form.
history.replaceState(null, '', location.href);

const words = document.getElementById('anuncio');

/** @param {string} text */
function announce(text) {
  if (words) words.textContent = text;
}

/**
 * @param {string} text
 * @param {string} [name] what a screen reader reads instead
 */
function makeButton(text, name) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-second copy';
  button.textContent = text;
  if (name) button.setAttribute('aria-label', name);
  return button;
}

/** @param {HTMLElement} element */
function selectAll(element) {
  if (element instanceof HTMLTextAreaElement) return element.select();
  getSelection()?.selectAllChildren(element);
}

/**
 * Shows the outcome of a press beside the button.
 * @param {Element} beside
 * @param {string} text
 * @param {boolean} [failed]
 */
function note(beside, text, failed = false) {
  const next = beside.nextElementSibling;
  const shown = next?.classList.contains('copy-note') ? next : document.createElement('span');
  shown.className = failed ? 'copy-note copy-failed' : 'copy-note';
  shown.textContent = text;
  beside.after(shown);
  announce(text);
}

/** @type {NodeListOf<HTMLElement>} */
const copyables = document.querySelectorAll('[data-copyable]');
for (const element of copyables) {
  const { copy = '', copied = '', copyFailed = '' } = words?.dataset ?? {};
  const button = makeButton(copy, element.dataset.copyable);
  button.addEventListener('click', async () => {
    const value = element instanceof HTMLTextAreaElement ? element.value : (element.textContent ?? '');
    // The clipboard has only one entry, so earlier notes no longer hold.
    for (const earlier of document.querySelectorAll('.copy + .copy-note')) earlier.remove();
    try {
      await navigator.clipboard.writeText(value);
      note(button, copied);
    } catch {
      selectAll(element);
      note(button, copyFailed, true);
    }
  });
  element.after(button);
}

/** @type {NodeListOf<HTMLElement>} */
const downloads = document.querySelectorAll('a[data-downloaded]');
for (const link of downloads) link.addEventListener('click', () => note(link, link.dataset.downloaded ?? ''));

// The guide in a window of its own that stays above the portal, where the browser has such windows; otherwise in
// a narrow one at the right edge. This page waits until that window is closed, and goes on at the same card.
let isBesideOpen = false;
/** @type {HTMLElement | null} */
const beside = document.querySelector('[data-beside]');
const isItselfBeside = window !== top || window.name === 'guia';
if (beside && !isItselfBeside && matchMedia('(pointer: fine) and (min-width: 44rem)').matches) {
  const { beside: label = '', besideHint = '', besideOpen = '', besideClose = '' } = beside.dataset;
  const button = makeButton(label);
  const hint = Object.assign(document.createElement('p'), { className: 'hint', textContent: besideHint });
  beside.append(button, hint);
  const address = location.href;
  const opened = (/** @type {Window} */ side) => {
    isBesideOpen = true;
    document.body.classList.add('is-beside');
    const close = makeButton(besideClose);
    close.addEventListener('click', () => side.close());
    const heading = Object.assign(document.createElement('h1'), { textContent: besideOpen });
    document.querySelector('main')?.replaceChildren(heading, close);
  };
  const closed = (/** @type {string} */ last) => {
    // A reload would return to where the page was scrolled, and not to the card in the address.
    history.scrollRestoration = 'manual';
    history.replaceState(null, '', last);
    location.reload();
  };
  const openFloating = async (/** @type {any} */ floating) => {
    /** @type {Window} */
    const side = await floating.requestWindow({ width: 420, height: Math.min(760, screen.availHeight) });
    for (const sheet of document.querySelectorAll('link[rel=stylesheet]')) {
      side.document.head.append(sheet.cloneNode());
    }
    side.document.body.className = 'beside-window';
    side.document.title = document.title;
    const frame = side.document.createElement('iframe');
    frame.src = address;
    frame.title = label;
    side.document.body.append(frame);
    side.addEventListener('pagehide', () => closed(addressIn(frame) ?? address));
    opened(side);
  };
  const openNarrow = () => {
    const left = screen.availWidth - 420;
    const side = open(address, 'guia', `popup,width=420,height=${screen.availHeight},left=${left},top=0`);
    if (!side) return;
    opened(side);
    let last = address;
    const timer = setInterval(() => {
      if (!side.closed) {
        last = side.location.href;
        return;
      }
      clearInterval(timer);
      closed(last);
    }, 500);
  };
  button.addEventListener('click', () => {
    const { documentPictureInPicture: floating } = /** @type {any} */ (window);
    if (floating) openFloating(floating);
    else openNarrow();
  });
}
// The platform's page, to which the last page leads back, cannot be in the frame.
if (isItselfBeside) {
  for (const link of document.querySelectorAll('a[href$="/volver"]')) link.setAttribute('target', '_blank');
}

/** @param {HTMLIFrameElement} frame Its address is hidden while it has the browser's own page about an error. */
function addressIn(frame) {
  try {
    return frame.contentWindow?.location.href;
  } catch {
    return undefined;
  }
}

// All cards of a step are below each other in a wide window.
const currentCard = document.querySelector('.card-step.current:not(:first-child)');
currentCard?.querySelector('h2')?.scrollIntoView();

// Once a link was pressed, the main action is «Ya está».
for (const link of document.querySelectorAll('.card-head a.button')) {
  link.addEventListener('click', () => {
    link.classList.add('button-second');
    link.closest('.card-step')?.querySelector('.card-turns .button')?.classList.remove('button-second');
  });
}

// A certificate pasted anywhere on its page is sent as if pasted into its field. Anything else, such as a
// key, is not.
/** @type {HTMLTextAreaElement | null} */
const pasted = document.querySelector('textarea[name="text"]');
document.addEventListener('paste', ({ target, clipboardData }) => {
  const text = clipboardData?.getData('text') ?? '';
  if (!pasted?.form || !text.includes('-----BEGIN CERTIFICATE')) return;
  if (target instanceof HTMLInputElement && target.type !== 'file') return;
  setTimeout(() => {
    pasted.value = text;
    pasted.form?.requestSubmit();
  });
});

/** @type {HTMLElement | null} */
const drop = document.querySelector('[data-drop]');
const input = drop?.querySelector('input');
const chosenForm = input?.form;
if (drop && input && chosenForm) {
  const label = document.createElement('label');
  label.className = 'button';
  label.htmlFor = input.id;
  label.textContent = drop.dataset.choose ?? '';
  const name = document.createElement('span');
  // Touch screens cannot drag files.
  if (!matchMedia('(pointer: coarse)').matches) name.textContent = drop.dataset.drop ?? '';
  name.setAttribute('role', 'status');
  input.after(label, name);
  drop.classList.add('drop-ready');
  // Sent as soon as it is chosen, as the hint says. The response is the page itself.
  const send = () => {
    const file = input.files?.[0];
    if (!file) return;
    name.className = 'drop-name';
    name.textContent = (chosenForm.dataset.sendChosen ?? '{name}').replace('{name}', () => file.name);
    chosenForm.requestSubmit();
  };
  input.addEventListener('change', send);
  const over = (/** @type {boolean} */ is) => drop.classList.toggle('drop-over', is);
  drop.addEventListener('dragover', (event) => {
    event.preventDefault();
    over(true);
  });
  drop.addEventListener('dragleave', () => over(false));
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    over(false);
    if (!event.dataTransfer?.files.length) return;
    input.files = event.dataTransfer.files;
    send();
  });
}

/** @type {HTMLElement | null} */
const poll = document.querySelector('[data-poll]');
const status = poll?.querySelector('[data-poll-text]');
if (poll && status) {
  const { poll: address = '', pollNext, pollState, pollSeconds } = poll.dataset;
  const ask = async () => {
    try {
      // Nobody looks at a page in the background.
      if (document.visibilityState === 'visible' && !isBesideOpen) {
        const answer = await fetch(address, { method: 'POST', headers: { accept: 'application/json' } });
        if (answer.status === 404 || answer.status === 410) return location.reload();
        /** @type {{ next: string, state: string, text: string }} */
        const { next, state, text } = await answer.json();
        if (next !== pollNext) return location.replace(next);
        // The heading and buttons differ, not only the text.
        if (state !== pollState) return location.reload();
        if (text && status.textContent !== text) status.textContent = text;
      }
    } catch {
      // The network or the server is briefly unavailable: ask again.
    }
    setTimeout(ask, Number(pollSeconds) * 1000);
  };
  setTimeout(ask, 1000);
}

/** @type {HTMLElement | null} */
const print = document.querySelector('div[data-print]');
if (print) {
  const button = makeButton(words?.dataset.print ?? '');
  button.addEventListener('click', () => window.print());
  print.append(button);
}
