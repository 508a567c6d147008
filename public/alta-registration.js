// @ts-check
// Shows a registration in a platform's page: docs/embed.md. Self-contained; requests only the link's address.

/** Texts shown before the first response. */
const words = {
  es: {
    loading: 'Buscando el alta…',
    lost: 'No pudimos ver cómo va el alta.',
    retry: 'Reintentar',
    open: 'Abrir el alta',
  },
  en: {
    loading: 'Looking for the registration…',
    lost: 'We could not see how the registration is going.',
    retry: 'Try again',
    open: 'Open the registration',
  },
};

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
:host { display: block; --_accent: #0b5563; --_on-accent: #fff; --_text: #1d2628; --_background: #fff; --_border: #c4ccce }
@supports (color: light-dark(#fff, #000)) {
  :host {
    --_accent: light-dark(#0b5563, #7cc7d6); --_on-accent: light-dark(#fff, #06252c);
    --_text: light-dark(#1d2628, #e6ecee); --_background: light-dark(#fff, #182023); --_border: light-dark(#c4ccce, #3d4a4e);
  }
}
:host([hidden]), [hidden] { display: none }
div {
  display: flex; flex-wrap: wrap; align-items: center; gap: 12px 16px; padding: 16px;
  font: var(--alta-font, inherit); color: var(--alta-text, var(--_text)); background: var(--alta-background, var(--_background));
  border: 1px solid var(--alta-border, var(--_border)); border-radius: var(--alta-radius, 8px);
}
section { flex: 1 1 16em; min-width: 0 }
p { margin: 0; line-height: 1.45; overflow-wrap: anywhere }
progress { display: block; width: 100%; height: 6px; margin-top: 10px; appearance: none; border: 0; border-radius: 3px; overflow: hidden; background: var(--alta-border, var(--_border)) }
progress[hidden] { display: none }
progress::-webkit-progress-bar { background: var(--alta-border, var(--_border)) }
progress::-webkit-progress-value { background: var(--alta-accent, var(--_accent)) }
progress::-moz-progress-bar { background: var(--alta-accent, var(--_accent)) }
a, button {
  box-sizing: border-box; min-height: 44px; padding: 10px 18px; font: inherit; font-weight: 600; line-height: 1.4; text-align: center; cursor: pointer;
  border: 1px solid var(--alta-accent, var(--_accent)); border-radius: var(--alta-radius, 8px);
}
a { color: var(--alta-on-accent, var(--_on-accent)); background: var(--alta-accent, var(--_accent)); text-decoration: none }
button { color: var(--alta-accent, var(--_accent)); background: none }
a:hover, button:hover { text-decoration: underline }
:focus-visible { outline: 3px solid var(--alta-accent, var(--_accent)); outline-offset: 2px }
@media (max-width: 480px) { a, button { flex: 1 1 100% } }
`);

/**
 * @typedef {{ state: string, waiting_for?: string, step?: number, steps?: number, registered: boolean, point_of_sale_missing: boolean, text: string, action: string }} Status
 * @typedef {keyof HTMLElementTagNameMap} Tag
 */

/**
 * @template {Tag} T
 * @param {T} tag
 * @param {Record<string, string>} attributes
 */
function make(tag, attributes) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// Seconds between two requests. They grow while nothing changes.
const shortest = 3;
const longest = 60;

class AltaRegistration extends HTMLElement {
  static observedAttributes = ['link', 'lang'];

  #box = make('div', { part: 'box' });
  #text = make('p', { part: 'text', role: 'status', 'aria-live': 'polite' });
  #bar = make('progress', { part: 'progress', hidden: '' });
  #open = make('a', { part: 'button', target: '_blank', rel: 'noopener noreferrer', hidden: '' });
  #retry = make('button', { part: 'retry', type: 'button', hidden: '' });
  /** What was shown last, for the events. */
  #told = '';
  #failures = 0;
  #pause = shortest;
  #notBefore = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {AbortController | undefined} the request under way */
  #asking;

  constructor() {
    super();
    const state = make('section', {});
    state.append(this.#text, this.#bar);
    this.#box.append(state, this.#retry, this.#open);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(this.#box);
    this.#retry.addEventListener('click', this.#askNow);
  }

  connectedCallback() {
    document.addEventListener('visibilitychange', this.#askNow);
    this.#begin();
  }

  disconnectedCallback() {
    document.removeEventListener('visibilitychange', this.#askNow);
    this.#stop();
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(name, before, now) {
    if (!this.isConnected || before === now) return;
    if (name === 'link') this.#told = '';
    this.#begin();
  }

  get #words() {
    return this.lang.startsWith('en') ? words.en : words.es;
  }

  /** The wizard's address without query or fragment; undefined if invalid, such as `javascript:`. */
  get #address() {
    const link = this.getAttribute('link') ?? '';
    if (!URL.canParse(link)) return undefined;
    const { protocol, origin, pathname } = new URL(link);
    return /^https?:$/.test(protocol) && /^\/reg\/\w+$/.test(pathname) ? origin + pathname : undefined;
  }

  #begin() {
    this.#stop();
    const address = this.#address;
    this.#failures = 0;
    this.#box.lang = this.#words === words.en ? 'en' : 'es';
    this.#bar.hidden = true;
    this.#retry.hidden = true;
    this.#open.hidden = !address;
    this.#open.href = address ?? '';
    this.#open.textContent = this.#words.open;
    this.#retry.textContent = this.#words.retry;
    this.#say(address ? this.#words.loading : this.#words.lost);
    this.#notBefore = 0;
    this.#askNow();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#asking = undefined;
  }

  #askNow = () => {
    this.#pause = shortest;
    this.#askIn(0);
  };

  /** A page in the background does not ask. It asks when it is visible again. */
  #askIn(/** @type {number} */ seconds) {
    clearTimeout(this.#timer);
    if (document.hidden || !this.isConnected || !this.#address) return;
    this.#timer = setTimeout(() => this.#ask(), Math.max(seconds * 1000, this.#notBefore - Date.now()));
  }

  async #ask() {
    this.#stop();
    const asking = new AbortController();
    this.#asking = asking;
    const late = setTimeout(() => asking.abort(), 15_000);
    /** @type {Status | undefined} */
    let status;
    try {
      const answer = await fetch(`${this.#address}/estado?lang=${this.#box.lang}`, {
        signal: asking.signal,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      });
      this.#notBefore = Date.now() + 1000 * (Number(answer.headers.get('retry-after')) || 0);
      if (answer.ok) status = await answer.json();
      // Rate-limited or busy: what is shown still holds.
      else if (this.#told) return this.#askLater(asking);
    } catch {
      // Unreachable, or this page is not allowed to ask. The browser does not say which.
    } finally {
      clearTimeout(late);
    }
    // The link has changed meanwhile, or the element was removed.
    if (this.#asking !== asking) return;
    if (status) this.#show(status);
    else this.#fail();
    if (!status || !isOver(status)) this.#askLater(asking);
  }

  #askLater(/** @type {AbortController} */ asking) {
    if (this.#asking !== asking) return;
    this.#asking = undefined;
    this.#askIn(this.#pause);
    this.#pause = Math.min(this.#pause * 1.5, longest);
  }

  #show(/** @type {Status} */ { text, action, ...status }) {
    const { waiting_for: waitingFor, step = 0, steps = 0 } = status;
    this.#failures = 0;
    this.#say(text);
    this.#open.textContent = action;
    this.#retry.hidden = true;
    this.#bar.hidden = !steps;
    this.#bar.max = steps || 1;
    this.#bar.value = waitingFor ? step - 1 : steps;
    this.#bar.setAttribute('aria-label', text);
    const told = JSON.stringify(status);
    if (told === this.#told) return;
    const wasRegistered = this.#told && JSON.parse(this.#told).registered;
    this.#told = told;
    this.#pause = shortest;
    this.#emit('progress', status);
    if (status.registered && !wasRegistered) this.#emit('registered', status);
  }

  /** The last status stays during a short failure. */
  #fail() {
    this.#failures += 1;
    if (this.#told && this.#failures < 3) return;
    this.#say(this.#words.lost);
    this.#bar.hidden = true;
    this.#retry.hidden = false;
  }

  /** Screen readers repeat any assignment, so only new text is set. */
  #say(/** @type {string} */ text) {
    if (this.#text.textContent !== text) this.#text.textContent = text;
  }

  #emit(/** @type {string} */ type, /** @type {object} */ detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

/** Nothing can change any more except after a reload. */
const isOver = (/** @type {Status} */ { waiting_for: waitingFor }) => !waitingFor;

if (!customElements.get('alta-registration')) customElements.define('alta-registration', AltaRegistration);
