import { createTranslator } from 'next-intl';
import en from '#messages/faults.en.json' with { type: 'json' };
import es from '#messages/faults.es.json' with { type: 'json' };
import type { Fault, FaultCode, FaultParams } from './errors.ts';
import type { Locale } from './i18n.ts';

/** What a step, an obstacle or a fault has to say. Its words are made where it is read, in the reader's language. */
export interface CodedMessage {
  code: FaultCode;
  /** `why` tells apart what one code stands for; `own` is what the authority itself said. */
  params?: FaultParams;
  message?: undefined;
}

/** What rows hold of it: a sentence too, of a code without words, and where an earlier release wrote it. */
export type StoredMessage = CodedMessage | { code: string; params?: FaultParams; message: string };

/** A fault as rows hold it. */
export type StoredFault = StoredMessage & Pick<Fault, 'provider' | 'paths'>;

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

const hasText = (code: string): code is FaultCode => keyOf(code) !== undefined;

/** Whether the code alone says all of it: no value stands in its text, and the authority said nothing of its own. */
function isWholeAlone(code: string): boolean {
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

export interface RenderedFault {
  text: string;
  /** What the authority itself said, in Spanish. */
  own?: string;
  /** The text is an English sentence that was stored as such. */
  isStored?: true;
}

/** What it says in the reader's language. A row of an earlier release has a sentence, which knows more than its code. */
export function renderFault({ code, params = {}, message }: StoredMessage, locale: Locale): RenderedFault {
  if (message !== undefined && !isWholeAlone(code)) return { text: message, isStored: true };
  const text = textOf(code, params, locale) || code;
  const { own } = params;
  return typeof own === 'string' && own ? { text, own } : { text };
}

/** The same as one English sentence, for a client of the API and a receiver of webhooks. */
function sentenceOf(said: StoredMessage): string {
  if (said.message !== undefined) return said.message;
  const { text, own } = renderFault(said, 'en');
  return own ? `${text} (ARCA: ${own})` : text;
}

/** What an event says, as the API has it. */
export const englishMessage = (said: StoredMessage): { code: string; message: string } => ({
  code: said.code,
  message: sentenceOf(said),
});

/** As the API and the bodies of webhooks carry it. */
export const englishFault = ({ provider, params, paths, ...said }: StoredFault): Fault => ({
  ...(provider ? { provider } : {}),
  ...englishMessage({ ...said, ...(params ? { params } : {}) } as StoredMessage),
  ...(params ? { params } : {}),
  ...(paths ? { paths } : {}),
});

/** What a row keeps of a fault that was thrown: its sentence only where its code has no words. */
export function storedFault({ code, message, ...fault }: Fault): StoredFault {
  return hasText(code) ? { code, ...fault } : { code, message, ...fault };
}
