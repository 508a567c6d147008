import type { ReactNode } from 'react';
import { catalogues, createTexts, type Locale, type TextKey } from '#lib/i18n.ts';
import type { Voice } from '#lib/registrations/registration.ts';

type Values = Record<string, string | number>;
type Tag = (chunks: ReactNode) => ReactNode;

/** `tocá` with a mouse, in the letter case of the text. */
function clicked(chunks: ReactNode, locale: Locale) {
  const { click } = catalogues[locale].frame;
  const first = String(chunks).charAt(0);
  return first === first.toUpperCase() ? click.charAt(0).toUpperCase() + click.slice(1) : click;
}

const tagsIn = (locale: Locale) => ({
  /** The verb of a tap on a touch screen; with a mouse it is a click. */
  tap: (chunks: ReactNode) => (
    <>
      <span className="by-finger">{chunks}</span>
      <span className="by-mouse">{clicked(chunks, locale)}</span>
    </>
  ),
  touch: (chunks: ReactNode) => <span className="by-finger">{chunks}</span>,
  b: (chunks: ReactNode) => <strong>{chunks}</strong>,
  code: (chunks: ReactNode) => <code>{chunks}</code>,
  n: (chunks: ReactNode) => <span className="nowrap">{chunks}</span>,
  /** A label of the authority's screens, quoted without rewording or translation. */
  l: (chunks: ReactNode) => (
    <b className="label" lang={locale === 'es-AR' ? undefined : 'es-AR'}>
      “{chunks}”
    </b>
  ),
});

const plainTags = {
  tap: (chunks: string) => chunks,
  touch: (chunks: string) => chunks,
  options: (chunks: string) => `“${chunks}”`,
  b: (chunks: string) => chunks,
  code: (chunks: string) => chunks,
  n: (chunks: string) => chunks,
  l: (chunks: string) => `“${chunks}”`,
  hand: (chunks: string) => chunks,
  enable: (chunks: string) => chunks,
  certificate: (chunks: string) => chunks,
  paste: (chunks: string) => chunks,
};

/** The texts of a language. Any text may quote the portal's labels by their key in `portal`. */
export interface Texts {
  (key: TextKey, values?: Values): string;
  rich(key: TextKey, values?: Values, more?: Record<string, Tag>): ReactNode;
  /** The text without markup, for a text alternative. */
  plain(key: TextKey, values?: Values): string;
  portal: (typeof catalogues)['es-AR']['portal'];
  locale: Locale;
  voice: Voice;
}

const made = new Map<string, Texts>();

/** Limits the cache, because workspaces may have labels of their own. When it is full it is emptied. */
const maxMade = 100;

/**
 * The texts in a language, addressed to a voice. Built once per combination.
 * @param ownLabels labels of the portal that the workspace has put right
 */
export function textsIn(
  locale: Locale,
  voice: Voice = 'company',
  ownLabels: Readonly<Record<string, string>> = {},
): Texts {
  const name = `${locale} ${voice} ${JSON.stringify(ownLabels)}`;
  const texts = made.get(name) ?? makeTexts(locale, voice, ownLabels);
  if (made.size >= maxMade) made.clear();
  made.set(name, texts);
  return texts;
}

function makeTexts(locale: Locale, voice: Voice, ownLabels: Readonly<Record<string, string>>): Texts {
  const translate = createTexts(locale);
  const portal = { ...catalogues[locale].portal, ...ownLabels };
  const tags = tagsIn(locale);
  // The keys are typed; the arguments of a key chosen at run time cannot be.
  const untyped = translate as unknown as {
    (key: TextKey, values: Values): string;
    rich(key: TextKey, values: object): ReactNode;
    markup(key: TextKey, values: object): string;
    raw(key: TextKey): unknown;
  };
  const known = { ...portal, voice };
  /** The portal's labels that a text quotes. Passing all of them costs more than formatting the text. */
  const labels = memoized((key) => {
    const text = String(untyped.raw(key));
    return Object.fromEntries(
      Object.entries(known).filter(([name]) => new RegExp(`\\{${name}[,}]`).test(text)),
    );
  });
  const texts = memoized((key, values?: Values) => untyped(key, { ...labels(key), ...values }));
  return Object.assign(texts, {
    rich: memoized((key, values?: Values, more?: Record<string, Tag>) =>
      untyped.rich(key, { ...labels(key), ...values, ...tags, ...more }),
    ),
    plain: memoized((key, values?: Values) =>
      untyped.markup(key, { ...labels(key), ...values, ...plainTags }),
    ),
    portal,
    locale,
    voice,
  });
}

/** Most texts have no values and are the same on every page, so they are formatted once. */
function memoized<More extends unknown[], Text>(make: (key: TextKey, ...more: More) => Text) {
  const made = new Map<TextKey, Text>();
  return (key: TextKey, ...more: More): Text => {
    if (more.some((part) => part !== undefined)) return make(key, ...more);
    const text = made.get(key) ?? make(key, ...more);
    made.set(key, text);
    return text;
  };
}

/** The texts of pages without a valid link. */
export const spanish = textsIn('es-AR');
