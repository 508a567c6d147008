import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { renderMessage } from '#console/w/[workspace]/jobs/[id]/message-text.tsx';
import type { StoredMessage } from '#lib/faults.ts';
import type { Locale } from '#lib/i18n.ts';

interface ReasonProps {
  of: StoredMessage;
  /** Number of further reasons, which the row's page lists. */
  more?: number;
  /** When it is tried again. */
  nextTry?: Date | null | undefined;
}

/** Why a row failed or waits: the authority's code, the first sentence, and the next try. */
export async function Reason({ of: message, more = 0, nextTry }: ReasonProps) {
  const t = await getTranslations('console.shell.reasons');
  const { code, text, lang, whole } = shortReason(message, await getLocale());
  return (
    <span className="reason" title={whole}>
      {code && <code className="hint">{code}</code>} <span lang={lang}>{text}</span>
      {nextTry && ` ${await nextTryText(nextTry)}`}
      {more > 0 && <span className="hint"> {t('more', { count: more })}</span>}
    </span>
  );
}

/** Text of a choice in a filter by reason, such as `10016 · The date is … (12)`. */
export function reasonChoice(message: StoredMessage, count: number, locale: Locale): string {
  const { code, text } = shortReason(message, locale);
  const letters = [...text];
  const short =
    letters.length > longest
      ? `${letters
          .slice(0, longest - 1)
          .join('')
          .trimEnd()}…`
      : text;
  return `${[code, short].filter(Boolean).join(' · ')} (${count.toLocaleString(locale)})`;
}

const longest = 60;

/** When the next try is, as a sentence: a time of day, or also the day if it is not today. */
export async function nextTryText(at: Date, now = new Date()): Promise<string> {
  const t = await getTranslations('console.shell.reasons');
  const format = await getFormatter();
  const isToday = format.dateTime(at, 'day') === format.dateTime(now, 'day');
  if (at <= now) return t('tryingNow');
  return isToday
    ? t('nextTry', { at: format.dateTime(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }) })
    : t('nextTryOn', { at: format.dateTime(at, 'recent') });
}

function shortReason(message: StoredMessage, locale: Locale) {
  const { text, lang, own } = renderMessage(message, locale);
  const code = /^ARCA-(E?\d+)$/.exec(message.code)?.[1];
  const [first = text] = text.split(/(?<=\.)\s+(?=\p{Lu})/u);
  return {
    code,
    // A code without a text of ours has only the authority's.
    text: own && code && text === renderMessage({ code: 'ARCA' }, locale).text ? own : first,
    lang,
    whole: [text, own && `(ARCA: ${own})`].filter(Boolean).join(' '),
  };
}
