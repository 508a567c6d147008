import type { Fault } from '#lib/errors.ts';
import type { Locale } from '#lib/i18n.ts';
import { hasText, isWholeAlone, textOf } from './catalogue.ts';
import type { StoredFault, StoredMessage } from './fault.ts';

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
