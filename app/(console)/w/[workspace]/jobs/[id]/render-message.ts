import { visibleText } from '#console/_ui/visible-text.ts';
import type { StoredMessage } from '#lib/faults.ts';
import { renderFault } from '#lib/faults.ts';
import type { Locale } from '#lib/i18n.ts';

interface RenderedMessage {
  text: string;
  /** Where the text is in another language than the page: an earlier release stored English sentences. */
  lang?: 'en';
  /** The authority's own words, in Spanish. */
  own?: string;
}

/** What an event or a fault says, in the reader's language. */
export function renderMessage(message: StoredMessage, locale: Locale): RenderedMessage {
  const { text, own, isStored } = renderFault(message, locale);
  return {
    text: visibleText(text),
    ...(isStored ? { lang: 'en' } : {}),
    ...(own ? { own: visibleText(own) } : {}),
  };
}
