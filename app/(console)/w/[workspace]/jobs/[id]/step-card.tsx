import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { CopyId } from '#console/_ui/copy.tsx';
import { stepTitle } from '#console/w/[workspace]/configuration/workflows/step-title.ts';
import type { BegunStep, IntentEventRow } from '#lib/workflows/events.ts';
import { eventMessage } from '#lib/workflows/events.ts';
import { providers } from '#lib/workflows/providers.ts';
import { StatusChip } from '../status-chip.tsx';
import { EventText } from './event-text.tsx';
import type { FoundJob } from './require-job.ts';
import { StepActs } from './step-acts.tsx';
import { WaitingNote } from './waiting-note.tsx';

interface StepCardProps {
  job: FoundJob;
  step: FoundJob['row']['steps'][number];
  number: number;
  begun: BegunStep | undefined;
  /** What the job waits for, if it waits here. */
  waiting: IntentEventRow | undefined;
  /** What to call it when it has not begun. */
  unbegun: 'pending' | 'unused';
  now: Date;
}

export async function StepCard({ job, step, number, begun, waiting, unbegun, now }: StepCardProps) {
  const t = await getTranslations('console.jobs');
  const workflows = await getTranslations('console.workflows');
  const delivery = (id: string) =>
    workspacePath(job.ctx.workspace.slug, `/configuration/webhooks/deliveries/${id}`);
  // What a step of an ended job said goes after a time (lib/retention.ts); that it was begun stays.
  const title = stepTitle(workflows, step, providers);
  const status = begun ? (begun.events.at(-1)?.status ?? 'begun') : unbegun;
  return (
    <li className={`sheet job-step ${begun ? '' : 'job-step-unbegun'}`}>
      <div className="job-step-head">
        <h3>
          {number}. <bdi>{title}</bdi>
        </h3>
        <StatusChip of={status} />
      </div>
      {begun && (
        <>
          {begun.deliveryId && (
            <p className="intent">
              <Link href={delivery(begun.deliveryId)} prefetch={false}>
                {t('job.delivery')}
              </Link>
            </p>
          )}
          {waiting && (
            <WaitingNote event={waiting} nextAttemptAt={job.row.nextAttemptAt} status={status} now={now}>
              <StepActs job={job} step={title} />
            </WaitingNote>
          )}
          {begun.events.length > 0 ? (
            <Events events={begun.events} />
          ) : (
            <p className="hint">{t('job.logRemoved')}</p>
          )}
          <details className="intent">
            <summary>{t('job.intent')}</summary>
            <CopyId value={begun.intent.id} label={t('job.intentOf', { number })} />
          </details>
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
