import { getLocale } from 'next-intl/server';
import type { StoredFault, StoredMessage } from '#lib/faults.ts';
import { renderMessage } from './render-message.ts';
import './event-text.css';
import { Fragment } from 'react';

interface EventTextProps {
  of: StoredMessage & { provider?: string };
}

/** The words of an event or a fault, and the code by which programs and the documentation know it. */
export async function EventText({ of: message }: EventTextProps) {
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

/** The words of a fault, its code, and where in the document it is. */
export function FaultText({ of: fault }: { of: StoredFault }) {
  return (
    <>
      <EventText of={fault} />
      {fault.paths?.map((path) => (
        <Fragment key={path}>
          {' '}
          <code className="event-detail">{path}</code>
        </Fragment>
      ))}
    </>
  );
}
