import { getFormatter, getTranslations } from 'next-intl/server';
import { providers } from '#lib/workflows/providers.ts';
import { CopyId } from '../../../../_shell/copy-id.tsx';
import { stepTitle } from '../../configuration/workflows/step-title.ts';
import { StatusChip } from '../status-chip.tsx';
import { EventText } from './event-text.tsx';
import type { FoundJob, ToldIntent } from './require-job.ts';
import { WaitingNote } from './waiting-note.tsx';

interface StepCardProps {
  step: FoundJob['row']['steps'][number];
  number: number;
  intent: ToldIntent | undefined;
  waiting: FoundJob['told']['waiting'];
  /** What to call it when it has not begun. */
  unbegun: 'pending' | 'unused';
  now: Date;
}

export async function StepCard({ step, number, intent, waiting, unbegun, now }: StepCardProps) {
  const t = await getTranslations('console.jobs');
  const workflows = await getTranslations('console.workflows');
  const status = intent?.events.at(-1)?.status ?? unbegun;
  return (
    <li className={`sheet job-step ${intent ? '' : 'job-step-unbegun'}`}>
      <div className="job-step-head">
        <h3>
          {number}. <bdi>{stepTitle(workflows, step, providers)}</bdi>
        </h3>
        <StatusChip of={status} />
      </div>
      {intent && (
        <>
          <div className="intent">
            {t('job.intent')} <CopyId value={intent.id} label={t('job.intentOf', { number })} />
          </div>
          {waiting && <WaitingNote waiting={waiting} status={status} now={now} />}
          <Events events={intent.events} />
        </>
      )}
    </li>
  );
}

async function Events({ events }: Pick<ToldIntent, 'events'>) {
  const t = await getTranslations('console.jobs.job');
  const format = await getFormatter();
  return (
    <ol className="events" aria-label={t('log')}>
      {events.map((event) => (
        <li key={event.index}>
          <span>
            <StatusChip of={event.status === 'RUN' ? 'begun' : event.status} />
          </span>
          <time dateTime={event.at}>{format.dateTime(new Date(event.at), 'second')}</time>
          <EventText of={event} />
        </li>
      ))}
    </ol>
  );
}
