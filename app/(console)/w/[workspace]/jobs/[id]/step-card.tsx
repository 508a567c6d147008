import { getFormatter, getTranslations } from 'next-intl/server';
import { CopyId } from '#console/_ui/copy.tsx';
import { stepTitle } from '#console/w/[workspace]/configuration/workflows/step-title.ts';
import type { BegunStep, IntentEventRow } from '#lib/workflows/events.ts';
import { eventMessage } from '#lib/workflows/events.ts';
import { providers } from '#lib/workflows/providers.ts';
import { StatusChip } from '../status-chip.tsx';
import { EventText } from './event-text.tsx';
import type { FoundJob } from './require-job.ts';
import { WaitingNote } from './waiting-note.tsx';

interface StepCardProps {
  step: FoundJob['row']['steps'][number];
  number: number;
  begun: BegunStep | undefined;
  /** What the job waits for, if it waits here. */
  waiting: IntentEventRow | undefined;
  nextAttemptAt: Date | null;
  /** What to call it when it has not begun. */
  unbegun: 'pending' | 'unused';
  now: Date;
}

export async function StepCard({ step, number, begun, waiting, nextAttemptAt, unbegun, now }: StepCardProps) {
  const t = await getTranslations('console.jobs');
  const workflows = await getTranslations('console.workflows');
  // What a step of an ended job said goes after a time (lib/retention.ts); that it was begun stays.
  const status = begun ? (begun.events.at(-1)?.status ?? 'begun') : unbegun;
  return (
    <li className={`sheet job-step ${begun ? '' : 'job-step-unbegun'}`}>
      <div className="job-step-head">
        <h3>
          {number}. <bdi>{stepTitle(workflows, step, providers)}</bdi>
        </h3>
        <StatusChip of={status} />
      </div>
      {begun && (
        <>
          <div className="intent">
            {t('job.intent')} <CopyId value={begun.intent.id} label={t('job.intentOf', { number })} />
          </div>
          {waiting && <WaitingNote event={waiting} nextAttemptAt={nextAttemptAt} status={status} now={now} />}
          {begun.events.length > 0 ? (
            <Events events={begun.events} />
          ) : (
            <p className="hint">{t('job.logRemoved')}</p>
          )}
        </>
      )}
    </li>
  );
}

async function Events({ events }: Pick<BegunStep, 'events'>) {
  const t = await getTranslations('console.jobs.job');
  const format = await getFormatter();
  return (
    <ol className="events" aria-label={t('log')}>
      {events.map((event) => {
        const message = eventMessage(event);
        return (
          <li key={event.index}>
            <span>
              <StatusChip of={event.status === 'RUN' ? 'begun' : event.status} />
            </span>
            <time dateTime={event.at.toISOString()}>{format.dateTime(event.at, 'second')}</time>
            {message && <EventText of={message} />}
          </li>
        );
      })}
    </ol>
  );
}
