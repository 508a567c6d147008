import { createTranslator } from 'next-intl';
import type { FaultCode, FaultParams } from '#lib/errors.ts';
import type { Locale } from '#lib/i18n.ts';
import en from '#messages/faults.en.json' with { type: 'json' };
import es from '#messages/faults.es.json' with { type: 'json' };

/** A text for each code, or one for each `why` of a code that stands for several things. */
type Entry = string | Record<string, string>;
const entries: Record<Locale, Record<string, Entry>> = { 'es-AR': es, en };

type Tell = (key: string, values: Record<string, string | number>) => string;
const translatorIn = (locale: Locale) =>
  createTranslator({
    locale,
    messages: entries[locale],
    // A row that lacks a value of its text: who reads it gets what there is.
    onError: () => undefined,
    getMessageFallback: () => '',
  }) as Tell;
const tell: Record<Locale, Tell> = { 'es-AR': translatorIn('es-AR'), en: translatorIn('en') };

const isOfAuthority = (code: string) => /^ARCA-\d+$/.test(code);

export const hasText = (code: string): code is FaultCode => keyOf(code) !== undefined;

/** Whether the code alone says all of it: no value stands in its text, and the authority said nothing of its own. */
export function isWholeAlone(code: string): boolean {
  const entry = entryOf(code, 'en');
  return typeof entry === 'string' && !entry.includes('{') && !isOfAuthority(code);
}

/** Nothing for a code without words, or without the values that its words need. */
export function textOf(code: string, params: FaultParams, locale: Locale): string {
  const key = keyOf(code);
  const entry = entryOf(code, locale);
  if (key === undefined || entry === undefined) return '';
  const values = valuesOf(params, locale);
  if (typeof entry === 'string') return tell[locale](key, values);
  const why = typeof params.why === 'string' && Object.hasOwn(entry, params.why) ? params.why : 'other';
  return tell[locale](`${key}.${why}`, values);
}

/** A code of the authority's that nobody wrote about has the words of `ARCA`. */
function keyOf(code: string): string | undefined {
  if (Object.hasOwn(es, code)) return code;
  return isOfAuthority(code) ? 'ARCA' : undefined;
}

function entryOf(code: string, locale: Locale): Entry | undefined {
  const key = keyOf(code);
  return key === undefined ? undefined : entries[locale][key];
}

/** A list as it is read, and its length as `…Count`; what a webhook's `answer` means, as `receiver`. */
function valuesOf({ answer, ...params }: FaultParams, locale: Locale): Record<string, string | number> {
  const values = Object.entries(params).flatMap(([name, value]): [string, string | number][] =>
    Array.isArray(value)
      ? [
          [name, value.join(', ')],
          [`${name}Count`, value.length],
        ]
      : [[name, value]],
  );
  if (answer !== undefined) values.push(['receiver', textOf('receiver', { ...params, why: answer }, locale)]);
  return Object.fromEntries(values);
}
