import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Moment } from '../../../../_shell/moment.tsx';
import type { ShownStatus } from '../status-chip.tsx';
import { eventWords } from './event-words.ts';
import type { FoundJob } from './require-job.ts';

interface WaitingNoteProps {
  waiting: NonNullable<FoundJob['told']['waiting']>;
  status: ShownStatus;
  now: Date;
}

/** Why the job stands here, and what moves it on. */
export async function WaitingNote({ waiting, status, now }: WaitingNoteProps) {
  const t = await getTranslations('console.jobs');
  const format = await getFormatter();
  const { text } = eventWords(t, waiting, await getLocale());
  const next = waiting.next_attempt_at ? new Date(waiting.next_attempt_at) : undefined;
  const values = {
    moment: next ? format.dateTime(next, 'moment') : '',
    inTime: next ? format.relativeTime(next, now) : '',
  };
  return (
    <div className="waiting">
      <p>
        <strong>{text}</strong> {t('job.waitingSince')} <Moment at={new Date(waiting.since)} />.
      </p>
      {next && (
        <p>
          {status === 'ERR'
            ? t(next > now ? 'job.nextTry' : 'job.nextTryNow', values)
            : t('job.nextAtLatest', values)}
        </p>
      )}
    </div>
  );
}
