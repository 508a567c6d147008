import type { ReactNode } from 'react';
import { catalogues, createTexts, type Locale, type TextKey } from '#lib/i18n.ts';

type Values = Record<string, string | number>;
type Tag = (chunks: ReactNode) => ReactNode;

const tags = {
  b: (chunks: ReactNode) => <strong>{chunks}</strong>,
  code: (chunks: ReactNode) => <code>{chunks}</code>,
  /** A label of the authority's own screens: quoted as it is, never re-worded. */
  l: (chunks: ReactNode) => <b className="label">«{chunks}»</b>,
};

const plainTags = {
  b: (chunks: string) => chunks,
  code: (chunks: string) => chunks,
  l: (chunks: string) => `«${chunks}»`,
};

/** A text of the catalogue. Every text may quote the authority's labels by their key in `portal`. */
export interface Texts {
  (key: TextKey, values?: Values): string;
  rich(key: TextKey, values?: Values, more?: Record<string, Tag>): ReactNode;
  /** The same words without markup, for a text alternative. */
  plain(key: TextKey, values?: Values): string;
  portal: (typeof catalogues)['es-AR']['portal'];
  locale: Locale;
}

export function textsIn(locale: Locale): Texts {
  const translate = createTexts(locale);
  const { portal } = catalogues[locale];
  // The keys are typed; the arguments of a key chosen at run time can not be.
  const words = translate as unknown as {
    (key: TextKey, values: Values): string;
    rich(key: TextKey, values: object): ReactNode;
    markup(key: TextKey, values: object): string;
  };
  const texts = (key: TextKey, values?: Values) => words(key, { ...portal, ...values });
  return Object.assign(texts, {
    rich: (key: TextKey, values?: Values, more?: Record<string, Tag>) =>
      words.rich(key, { ...portal, ...values, ...tags, ...more }),
    plain: (key: TextKey, values?: Values) => words.markup(key, { ...portal, ...values, ...plainTags }),
    portal,
    locale,
  });
}

/** One per process: the parsed messages are kept in it. */
export const spanish = textsIn('es-AR');
