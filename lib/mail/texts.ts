import { createTexts, type Locale, type TextKey } from '#lib/i18n.ts';

/** The same words for who reads text and for who reads HTML. */
export interface MailText {
  text: string;
  html: string;
}

/** Tells texts of the catalogue, with values that people typed. */
export function createMailTexts(locale: Locale) {
  // The keys are typed; the arguments of a key chosen at run time can not be.
  const { markup } = createTexts(locale) as unknown as { markup(key: TextKey, values: object): string };
  return (key: TextKey, values: Record<string, string | number> = {}): MailText => {
    const typed = mapTexts(values, oneLine);
    return {
      text: markup(key, { ...typed, ...textTags }),
      html: markup(key, { ...mapTexts(typed, escapeHtml), ...htmlTags }),
    };
  };
}

/** What somebody wrote, as it is. */
export function asWritten(written: string): MailText {
  const text = oneLine(written);
  return { text, html: escapeHtml(text) };
}

export const joined = (...parts: MailText[]): MailText => ({
  text: parts.map(({ text }) => text).join(' '),
  html: parts.map(({ html }) => html).join(' '),
});

/**
 * What somebody typed, as part of a line: no line break that begins another paragraph, nothing invisible, and
 * none of the marks that turn the direction of the text around it.
 */
export const oneLine = (typed: string): string =>
  typed
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();

const longestInSubject = 80;

export function forSubject(typed: string): string {
  const letters = [...oneLine(typed)];
  if (letters.length <= longestInSubject) return letters.join('');
  return `${letters.slice(0, longestInSubject).join('').trimEnd()}…`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const asItIs = (inner: string) => inner;
const textTags = { b: asItIs, n: asItIs, mail: asItIs };
const htmlTags = {
  b: (inner: string) => `<strong>${inner}</strong>`,
  /** Not to be broken in two. */
  n: (inner: string) => `<span style="white-space:nowrap">${inner}</span>`,
  mail: (inner: string) => `<a href="mailto:${inner}">${inner}</a>`,
};

const mapTexts = (values: Record<string, string | number>, change: (text: string) => string) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  );
