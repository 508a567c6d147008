import { getLocale, getTranslations } from 'next-intl/server';
import { fieldNamesOf } from '#console/_editor/faults.ts';
import { partsOf } from '#console/_editor/json-path.ts';
import { visibleText } from '#console/_ui/visible-text.ts';
import type { FaultParams } from '#lib/errors.ts';
import { renderFault, type StoredFault, type StoredMessage } from '#lib/faults.ts';
import { formatDay, type Locale } from '#lib/i18n.ts';
import { timeZone } from '#lib/time.ts';

interface MessageTextProps {
  of: StoredMessage & { provider?: string };
}

/** Text of an event or fault, with the code for programs and the documentation. */
export async function MessageText({ of: message }: MessageTextProps) {
  const code = [message.provider, message.code].filter(Boolean).join(' · ');
  return (
    <span>
      <MessageWords of={message} /> {code && <code className="event-detail">{code}</code>}
    </span>
  );
}

/** Text of an event that needs no code, because its step succeeded. */
export async function MessageWords({ of: message }: { of: StoredMessage }) {
  const { text, lang, own } = renderMessage(message, await getLocale());
  return (
    <span>
      <span lang={lang}>{text}</span>
      {own && (
        <span className="event-detail">
          {' '}
          (ARCA: <span lang="es">{own}</span>)
        </span>
      )}
    </span>
  );
}

/** Text of a fault, with its code and the names of its fields. */
export async function FaultText({ of: fault }: { of: StoredFault }) {
  const t = await getTranslations('console.suppliers.editor');
  const places = (fault.paths ?? [])
    .map((path) => partsOf(path, undefined))
    .filter(({ length }) => length > 0);
  const names = places.flatMap((parts) => fieldNamesOf(parts, t) ?? []);
  const known = [...new Set(names)];
  return (
    <>
      <MessageText of={fault} />
      {known.length > 0 && <span className="event-detail"> {known.join(' · ')}</span>}
    </>
  );
}

interface RenderedMessage {
  text: string;
  /** Set if the text is not in the page's language: an earlier release stored English sentences. */
  lang?: 'en';
  /** The authority's own text, in Spanish. */
  own?: string;
}

/** Text of an event or fault, in the reader's language and with the reader's dates. */
export function renderMessage(message: StoredMessage, locale: Locale): RenderedMessage {
  const { params } = message;
  const dated = params ? { ...message, params: withWrittenDays(params, locale) } : message;
  const { text, own, isStored } = renderFault(dated, locale);
  return {
    text: visibleText(text),
    ...(isStored ? { lang: 'en' } : {}),
    ...(own ? { own: visibleText(own) } : {}),
  };
}

function withWrittenDays(params: FaultParams, locale: Locale): FaultParams {
  const written = (value: FaultParams[string]) => {
    if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
    const day = new Date(`${value}T12:00:00-03:00`);
    if (Number.isNaN(day.getTime())) return value;
    return locale === 'en' ? englishDay.format(day) : formatDay(day);
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, written(value)]));
}

const englishDay = new Intl.DateTimeFormat('en', {
  timeZone,
  day: '2-digit',
  month: 'short',
  year: 'numeric',
});
