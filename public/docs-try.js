// @ts-check
// Fetched by docs.js on pages of the reference: sends an example with the reader's key of a sandbox workspace.

/**
 * @typedef {object} Attempt an example's call
 * @property {string} method
 * @property {string} path
 * @property {string} [type]
 * @property {string} [body]
 */

const kept = 'alta-docs-key';
const sandbox = /^alta_sandbox_\w+$/;

/** @type {string | undefined} */
let key;

/** A browser may refuse storage; the key then holds for this page only. */
function lastKey() {
  try {
    return sessionStorage.getItem(kept) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {string | undefined} value */
function keep(value) {
  key = value;
  try {
    if (value === undefined) sessionStorage.removeItem(kept);
    else sessionStorage.setItem(kept, value);
  } catch {
    // The key then holds for this page only.
  }
}

/** @param {HTMLFormElement} form */
export function tryIn(form) {
  const input = form.querySelector('input');
  const forget = form.querySelector('button[type="button"]');
  const status = form.querySelector('[role="status"]');
  if (!input || !(forget instanceof HTMLButtonElement) || !status) return;
  const show = () => {
    forget.hidden = key === undefined;
    say(status, key === undefined ? '' : 'The key is in use: open “Try it” below an example.', 'done');
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const typed = input.value.trim();
    input.value = '';
    const why = refusalOf(typed) ?? (await refusalByAlta(typed));
    if (why) return say(status, why, 'refused');
    keep(typed);
    show();
  });
  forget.addEventListener('click', () => {
    keep(undefined);
    show();
  });
  const last = lastKey();
  if (last !== undefined && sandbox.test(last)) key = last;
  show();
  form.hidden = false;

  /** @type {NodeListOf<HTMLElement>} */
  const figures = document.querySelectorAll('figure[data-try]');
  for (const figure of figures) {
    offer(figure, JSON.parse(figure.dataset.try ?? '{}'), show);
  }
}

/**
 * Why a text can not be a key of a sandbox workspace.
 * @param {string} typed
 */
function refusalOf(typed) {
  if (sandbox.test(typed)) return undefined;
  if (!typed) return 'Paste a key of a sandbox workspace first.';
  return typed.startsWith('alta_live_')
    ? 'That is a key of a live workspace. Use one of a sandbox workspace.'
    : 'That is not a key of a sandbox workspace. Those begin with alta_sandbox_.';
}

/**
 * Why Alta refuses the key.
 * @param {string} typed
 */
async function refusalByAlta(typed) {
  try {
    const { status } = await request('GET', '/api/utils/v1/ping', undefined, typed);
    return status === 401 ? 'This installation does not know that key. Paste another one.' : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * @param {Element} status
 * @param {string} text
 * @param {'' | 'done' | 'refused'} [tone]
 */
function say(status, text, tone = '') {
  status.textContent = text;
  status.className = tone;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} properties
 * @param {...(Node | string)} children
 */
function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/**
 * Adds «Try it» below a call. Opened, it has the call to edit, since the ids of an example are not the reader's.
 * @param {HTMLElement} figure
 * @param {Attempt} attempt
 * @param {() => void} showKey called after a key was entered here
 */
function offer(figure, attempt, showKey) {
  const { method, type, body } = attempt;
  const isReading = method === 'GET';
  const path = make('input', { type: 'text', value: attempt.path, spellcheck: false, autocomplete: 'off' });
  const keyInput = make('input', {
    type: 'password',
    placeholder: 'alta_sandbox_…',
    autocomplete: 'off',
    spellcheck: false,
  });
  const keyLabel = make('label', {}, 'Key of a sandbox workspace ', keyInput);
  const text = make('textarea', { value: body ?? '', spellcheck: false, rows: linesOf(body) });
  const send = make('button', {
    type: 'submit',
    className: isReading ? '' : 'writes',
    textContent: isReading ? 'Send' : `Send: ${method} changes your sandbox`,
  });
  const status = make('p', { role: 'status' });
  const result = make('div', { className: 'code', hidden: true });
  const hasIds = figure.querySelector('var') !== null;
  const form = make(
    'form',
    {},
    ...(hasIds
      ? [make('p', { textContent: 'Replace the ids of the example with ids of your sandbox.' })]
      : []),
    keyLabel,
    make('label', {}, `${method} `, path),
    ...(body === undefined ? [] : [make('label', {}, 'Body ', text)]),
    send,
    status,
    result,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (key === undefined) {
      const typed = keyInput.value.trim();
      keyInput.value = '';
      const why = refusalOf(typed) ?? (await refusalByAlta(typed));
      if (why) {
        say(status, why, 'refused');
        keyInput.focus();
        return;
      }
      keep(typed);
      showKey();
      keyLabel.hidden = true;
    }
    send.disabled = true;
    say(status, 'Sent …');
    result.hidden = true;
    try {
      const content = body === undefined ? undefined : { type: type ?? 'application/json', text: text.value };
      const answer = await request(method, path.value, content, key);
      say(status, `Answer ${answer.status}`, answer.status < 400 ? 'done' : 'refused');
      if (answer.text) {
        result.replaceChildren(make('pre', { tabIndex: 0 }, make('code', { textContent: answer.text })));
        result.hidden = false;
      }
    } catch (error) {
      say(status, error instanceof Error ? error.message : String(error), 'refused');
    } finally {
      send.disabled = false;
      result.scrollIntoView({ block: 'nearest' });
      status.scrollIntoView({ block: 'nearest' });
    }
  });
  const details = make('details', { className: 'try' }, make('summary', { textContent: 'Try it' }), form);
  details.addEventListener('toggle', () => {
    keyLabel.hidden = key !== undefined;
  });
  figure.after(details);
}

/** @param {string | undefined} body */
const linesOf = (body) => Math.min(40, Math.max(3, (body ?? '').split('\n').length));

/**
 * @param {string} method
 * @param {string} path
 * @param {{ type: string, text: string } | undefined} content
 * @param {string | undefined} bearer
 */
async function request(method, path, content, bearer) {
  const address = new URL(path.trim(), location.origin);
  if (address.origin !== location.origin || !address.pathname.startsWith('/api/')) {
    throw new Error('Only calls to this installation, below /api/, are sent from here.');
  }
  const answer = await fetch(address, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(content ? { 'content-type': content.type } : {}),
    },
    body: content?.text ?? null,
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  }).catch(() => {
    throw new Error('There was no answer. Try again.');
  });
  return { status: answer.status, text: await readableTextOf(answer) };
}

/** @param {Response} answer */
async function readableTextOf(answer) {
  const type = answer.headers.get('content-type') ?? '';
  if (/\bjson\b/.test(type)) {
    const text = await answer.text();
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }
  const { size } = await answer.blob();
  return size ? `${size} bytes, ${type}` : '';
}
