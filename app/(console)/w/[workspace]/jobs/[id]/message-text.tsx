import { getLocale } from 'next-intl/server';
import { Fragment } from 'react';
import { visibleText } from '#console/_ui/visible-text.ts';
import { renderFault, type StoredFault, type StoredMessage } from '#lib/faults.ts';
import type { Locale } from '#lib/i18n.ts';

interface MessageTextProps {
  of: StoredMessage & { provider?: string };
}

/** Text of an event or fault, with the code for programs and the documentation. */
export async function MessageText({ of: message }: MessageTextProps) {
  const { text, lang, own } = renderMessage(message, await getLocale());
  const code = [message.provider, message.code].filter(Boolean).join(' · ');
  return (
    <span>
      <span lang={lang}>{text}</span>{' '}
      {own && (
        <span className="event-detail">
          (ARCA: <span lang="es">{own}</span>){' '}
        </span>
      )}
      {code && <code className="event-detail">{code}</code>}
    </span>
  );
}

/** Text of a fault, with its code and its paths in the document. */
export function FaultText({ of: fault }: { of: StoredFault }) {
  return (
    <>
      <MessageText of={fault} />
      {fault.paths?.map((path) => (
        <Fragment key={path}>
          {' '}
          <code className="event-detail">{path}</code>
        </Fragment>
      ))}
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

/** Text of an event or fault, in the reader's language. */
export function renderMessage(message: StoredMessage, locale: Locale): RenderedMessage {
  const { text, own, isStored } = renderFault(message, locale);
  return {
    text: visibleText(text),
    ...(isStored ? { lang: 'en' } : {}),
    ...(own ? { own: visibleText(own) } : {}),
  };
}
