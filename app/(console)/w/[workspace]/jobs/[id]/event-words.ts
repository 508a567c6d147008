import type { getTranslations } from 'next-intl/server';
import { pointOfSaleWordsOf } from '#lib/arca/words.ts';
import type { Locale } from '#lib/i18n.ts';
import { refusalWords } from '#lib/invoices/refusal-faults.ts';
import { visibleText } from '../../_parts/visible-text.ts';

type Texts = Awaited<ReturnType<typeof getTranslations<'console.jobs'>>>;

interface Said {
  code?: string | undefined;
  message?: string | undefined;
  paths?: string[] | undefined;
}

/** Codes whose message knows more than their text: a receiver's answer, an address, a number of days. */
const withDetail = new Set([
  'authority-unavailable',
  'config',
  'defect',
  'delivered',
  'invoice-authorised',
  'link-sent',
  'mail-refused',
  'not-delivered',
  'not-delivered-yet',
  'not-sent',
  'pdf-attached',
  'numbering-went-back',
  'registration-ended',
  'timed-out',
  'unknown-provider',
  'validation',
]);

interface EventWords {
  text: string;
  detail?: string;
  /** Of the detail: the authority speaks Spanish, our messages English. */
  lang?: 'en' | 'es';
}

/** What an event or a fault says, in the reader's language when its code has a text; and its own words beside that. */
export function eventWords(t: Texts, said: Said, locale: Locale): EventWords {
  const refusal = refusalWords(said, locale);
  if (refusal) {
    const { meaning, action, own } = refusal;
    const text = visibleText(`${meaning} ${action}`);
    return own ? { text, detail: `ARCA: ${visibleText(own)}`, lang: 'es' } : { text };
  }
  const { code, message } = said;
  if (code === 'point-of-sale-unusable') {
    const text = pointOfSaleWordsOf(message ?? '', locale);
    if (text) return { text };
  }
  const isKnown = code !== undefined && t.has(`codes.${code}` as never);
  if (!isKnown) return { text: visibleText(message ?? '') };
  const text = t(`codes.${code}` as never);
  return message && withDetail.has(code) ? { text, detail: visibleText(message), lang: 'en' } : { text };
}
