import { visibleText } from '#console/_ui/visible-text.ts';
import type { StoredMessage } from '#lib/faults/fault.ts';
import { faultWords } from '#lib/faults/words.ts';
import type { Locale } from '#lib/i18n.ts';

interface EventWords {
  text: string;
  /** Where the text is in another language than the page: an earlier release stored English sentences. */
  lang?: 'en';
  /** The authority's own words, in Spanish. */
  own?: string;
}

/** What an event or a fault says, in the reader's language. */
export function eventWords(message: StoredMessage, locale: Locale): EventWords {
  const { text, own, isStored } = faultWords(message, locale);
  return {
    text: visibleText(text),
    ...(isStored ? { lang: 'en' } : {}),
    ...(own ? { own: visibleText(own) } : {}),
  };
}
