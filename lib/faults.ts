import { createTranslator } from 'next-intl';
import { z } from 'zod';
import en from '#messages/faults.en.json' with { type: 'json' };
import es from '#messages/faults.es.json' with { type: 'json' };
import type { Fault, FaultCode, FaultParams, MessageCode } from './errors.ts';
import type { Locale } from './i18n.ts';

const FaultParamsSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]))
  .meta({
    id: 'FaultParams',
    description: "Values used in `message`, by name; `own` is the authority's own text.",
  });

/** A fault in responses and in webhooks. */
export const FaultSchema = z
  .object({
    provider: z.string().exactOptional(),
    code: z.string().describe('One of the codes in docs/errors.md. New ones may be added.'),
    message: z.string(),
    params: FaultParamsSchema.exactOptional(),
    paths: z
      .array(z.string())
      .exactOptional()
      .describe(
        'JSON paths, such as `$.tax_id.code`. `$` is the document if the request has one, or else the body. Parameters are `$query.limit` and `$path.id`, a header is `$header.Idempotency-Key`.',
      ),
  })
  .meta({ id: 'Fault', description: 'An error in the request, or of a step.' });

/** Message of a step, an obstacle or a fault, to be rendered in the reader's language. */
export interface CodedMessage {
  code: MessageCode;
  /** `why` distinguishes the meanings of one code; `own` is the authority's original message. */
  params?: FaultParams;
  message?: undefined;
}

/**
 * Stored message. `message` is set if the code has no text, or if an earlier release stored it; such a code may
 * be one that no longer exists.
 */
export type StoredMessage = CodedMessage | { code: FaultCode; params?: FaultParams; message: string };

export type StoredFault = StoredMessage & Pick<Fault, 'provider' | 'paths'>;

/** Text of a code; one per `why` if the code has several meanings. */
type Entry = string | Record<string, string>;
const entries: Record<Locale, Record<string, Entry>> = { 'es-AR': es, en };

type Translator = (key: string, values: Record<string, string | number>) => string;
const translatorIn = (locale: Locale) =>
  createTranslator({
    locale,
    messages: entries[locale],
    // A stored message may lack a value that its text needs: the text is then empty, not an error.
    onError: () => undefined,
    getMessageFallback: () => '',
  }) as Translator;
const translators: Record<Locale, Translator> = { 'es-AR': translatorIn('es-AR'), en: translatorIn('en') };

const isOfAuthority = (code: string) => /^ARCA-E?\d+$/.test(code);

const hasText = (code: string): code is MessageCode => keyOf(code) !== undefined;

/** True if the code is explained by a text of its own. */
export const isExplained = (code: string): boolean => Object.hasOwn(es, code);

/** True if the code alone determines the text: no placeholders, and no message of the authority. */
function hasFixedText(code: string): boolean {
  const entry = entryOf(code, 'en');
  return typeof entry === 'string' && !entry.includes('{') && !isOfAuthority(code);
}

/** Text of a code; empty if the code has none, or if `params` lacks a value that the text needs. */
export function textOf(code: string, params: FaultParams, locale: Locale): string {
  const key = keyOf(code);
  const entry = entryOf(code, locale);
  if (key === undefined || entry === undefined) return '';
  const values = valuesOf(params, locale);
  if (typeof entry === 'string') return translators[locale](key, values);
  const why = typeof params.why === 'string' && Object.hasOwn(entry, params.why) ? params.why : 'other';
  return translators[locale](`${key}.${why}`, values);
}

/** Codes of the authority that have no text share the text of `ARCA`. */
function keyOf(code: string): string | undefined {
  if (Object.hasOwn(es, code)) return code;
  return isOfAuthority(code) ? 'ARCA' : undefined;
}

function entryOf(code: string, locale: Locale): Entry | undefined {
  const key = keyOf(code);
  return key === undefined ? undefined : entries[locale][key];
}

/** Joins lists, adds their length as `<name>Count`, and renders a webhook receiver's `answer` as `receiver`. */
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
  /** The authority's original message, in Spanish. */
  own?: string;
  /** The text is a stored English sentence. */
  isStored?: true;
}

/**
 * Renders a message in the reader's language. A stored sentence is preferred if it may contain more than the
 * code's text.
 */
export function renderFault({ code, params = {}, message }: StoredMessage, locale: Locale): RenderedFault {
  if (message !== undefined && !hasFixedText(code)) return { text: message, isStored: true };
  const text = textOf(code, params, locale) || code;
  const { own } = params;
  return typeof own === 'string' && own ? { text, own } : { text };
}

/** Renders a message as one English sentence, for API clients and webhook receivers. */
function englishSentence(stored: StoredMessage): string {
  if (stored.message !== undefined) return stored.message;
  const { text, own } = renderFault(stored, 'en');
  return own ? `${text} (ARCA: ${own})` : text;
}

/** Code and English message, as in the API. */
export const englishMessage = (stored: StoredMessage): { code: FaultCode; message: string } => ({
  code: stored.code,
  message: englishSentence(stored),
});

/** Form of a fault in the API and in webhooks. */
export const englishFault = ({ provider, params, paths, ...stored }: StoredFault): Fault => ({
  ...(provider ? { provider } : {}),
  ...englishMessage({ ...stored, ...(params ? { params } : {}) } as StoredMessage),
  ...(params ? { params } : {}),
  ...(paths ? { paths } : {}),
});

/** Form of a thrown fault in the database. Contains `message` only if the code has no text. */
export function storedFault({ code, message, ...fault }: Fault): StoredFault {
  return hasText(code) ? { code, ...fault } : { code, message, ...fault };
}
