import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Moment } from '#console/_ui/moment.tsx';
import type { IntentEventRow } from '#lib/workflows/events.ts';
import { eventMessage } from '#lib/workflows/events.ts';
import type { Status } from '../status-chip.tsx';
import { renderMessage } from './render-message.ts';

interface WaitingNoteProps {
  event: IntentEventRow;
  nextAttemptAt: Date | null;
  status: Status;
  now: Date;
  /** What a person may do about it. */
  children: ReactNode;
}

/** Why the job stands here, and what moves it on. */
export async function WaitingNote({ event, nextAttemptAt: next, status, now, children }: WaitingNoteProps) {
  const t = await getTranslations('console.jobs');
  const format = await getFormatter();
  const message = eventMessage(event);
  const { text, lang } = message ? renderMessage(message, await getLocale()) : { text: '' };
  const values = {
    moment: next ? format.dateTime(next, 'moment') : '',
    inTime: next ? format.relativeTime(next, now) : '',
  };
  return (
    <div className="waiting">
      <p>
        <strong lang={lang}>{text}</strong>
      </p>
      <p>
        {t('job.waitingSince')} <Moment at={event.at} />.
      </p>
      {next && (
        <p>
          {status === 'ERR'
            ? t(next > now ? 'job.nextTry' : 'job.nextTryNow', values)
            : t('job.nextAtLatest', values)}
        </p>
      )}
      {children}
    </div>
  );
}
