import { Group, Stack } from '@mantine/core';
import '../jobs.css';
import Link from 'next/link';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Opened } from '#console/_shell/recently-opened.tsx';
import { ActButton, ConfirmButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { FactList } from '#console/_ui/fact-list.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { BackLink, PageHeader } from '#console/_ui/page-header.tsx';
import { LastRejection } from '#console/w/[workspace]/_contact/last-rejection.tsx';
import { SupplierContact } from '#console/w/[workspace]/_contact/supplier-contact.tsx';
import { stepTitle } from '#console/w/[workspace]/configuration/workflows/texts.ts';
import type { StoredFault } from '#lib/faults.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { isPermitted } from '#lib/roles.ts';
import { type BegunStep, eventMessage, type IntentEventRow } from '#lib/workflows/events.ts';
import { fetchRemarks } from '#lib/workflows/jobs.ts';
import { providers } from '#lib/workflows/providers.ts';
import { interventionsOf } from '#lib/workflows/retry-and-skip.ts';
import { durationText } from '../duration.ts';
import { type Status, StatusChip, statusOf } from '../status-chip.tsx';
import { cancel, retry, runJobAgain } from './actions.ts';
import { FaultText, MessageText, MessageWords, renderMessage } from './message-text.tsx';
import { type FoundJob, requireJob } from './require-job.ts';
import { SkipDialog } from './skip-dialog.tsx';

interface JobProps {
  params: Promise<{ workspace: string; id: string }>;
}

export async function generateMetadata({ params }: JobProps) {
  const { workspace, id } = await params;
  const { workflowName } = await requireJob(workspace, id);
  const t = await getTranslations('console.jobs');
  return { title: t('job.title', { workflow: workflowName }) };
}

export default async function Job({ params }: JobProps) {
  const { workspace, id } = await params;
  const job = await requireJob(workspace, id);
  const { row } = job;
  const t = await getTranslations('console.jobs');
  const status = statusOf(row);
  // The status already shows the cancellation.
  const faults = row.faults.filter(({ code }) => code !== 'cancelled');
  const summary = t('job.status', { status, faults: faults.length });
  return (
    <>
      <Opened path={`/jobs/${row.id}`} title={job.workflowName} detail={job.entryName} icon="jobs" />
      <BackLink href={workspacePath(workspace, '/jobs')}>{t('title')}</BackLink>
      <PageHeader
        title={job.workflowName}
        lead={t.rich('job.lead', {
          entry: job.entryName,
          link: (chunks) => (
            <Link href={workspacePath(workspace, `/entries/${row.entryId}`)}>
              <bdi>{chunks}</bdi>
            </Link>
          ),
        })}
        actions={<JobButtons job={job} />}
      />
      {/* The only part that screen readers announce when it changes. */}
      <p className="job-status" role="status">
        <StatusChip of={status} />
        {summary !== `${t(`statuses.${status}`)}.` && <span>{summary}</span>}
      </p>
      <SupplierLink job={job} />
      <JobFaults kind="faults" faults={faults} />
      <JobFaults kind="remarks" faults={await fetchRemarks(job.ctx, row)} />
      <JobFacts job={job} now={new Date()} />
      <ClientTexts areas={['jobs']}>
        <JobSteps job={job} now={new Date()} />
      </ClientTexts>
      {!row.completedAt && <LiveRefresh everySeconds={2.5} />}
    </>
  );
}

/** Cancels a running job, or runs an ended one again. */
async function JobButtons({ job: { ctx, row, workflowName, entryName } }: { job: FoundJob }) {
  const t = await getTranslations('console.jobs.job');
  const names = { workflow: workflowName, entry: entryName };
  const { slug } = ctx.workspace;
  return row.completedAt ? (
    <ConfirmButton
      needs="jobs:write"
      label={t('again')}
      title={t('againTitle')}
      action={runJobAgain.bind(null, slug, { id: row.id })}
      variant={row.status === 'OK' ? 'default' : 'filled'}
      color="petrol"
    >
      {t('againText', names)}
    </ConfirmButton>
  ) : (
    <ConfirmButton
      needs="jobs:write"
      label={t('cancel')}
      title={t('cancelTitle', names)}
      keep={t('cancelKeep')}
      action={cancel.bind(null, slug, { id: row.id })}
      done={t('cancelDone')}
      variant="light"
    >
      {t('cancelText', names)}
    </ConfirmButton>
  );
}

/** Dates, duration, workflow and entry, with the ids used by the API. */
async function JobFacts({ job, now }: { job: FoundJob; now: Date }) {
  const { ctx, row, workflowName, entryName } = job;
  const t = await getTranslations('console.jobs');
  const path = (below: string) => workspacePath(ctx.workspace.slug, below);
  const args = Object.entries(row.args);
  const id = (name: string, value: string): [string, ReactNode] => [
    name,
    <CopyId key={name} value={value} label={name} />,
  ];
  return (
    <section className="sheet sheet-text" aria-label={t('job.facts')}>
      <FactList
        layout="columns"
        facts={[
          [t('list.started'), <Moment key="started" at={row.createdAt} />],
          [t('list.duration'), durationText((row.completedAt ?? now).getTime() - row.createdAt.getTime())],
          [
            t('list.workflow'),
            <span key="workflow">
              <Link href={path(`/configuration/workflows/${row.workflowId}`)}>
                <bdi>{workflowName}</bdi>
              </Link>{' '}
              <span className="hint">· {t('version', { version: row.workflowVersion })}</span>
            </span>,
          ],
          [
            t('list.entry'),
            <Link key="entry" href={path(`/entries/${row.entryId}`)}>
              <bdi>{entryName}</bdi>
            </Link>,
          ],
          id(t('job.id'), row.id),
          id(t('job.workflowId'), row.workflowId),
          id(t('job.entryId'), row.entryId),
          row.key ? id(t('job.key'), row.key) : undefined,
          row.tags.length ? [t('job.tags'), row.tags.join(', ')] : undefined,
        ]}
      />
      {args.length > 0 && (
        <details className="job-args">
          <summary>{t('job.args', { count: args.length })}</summary>
          <FactList layout="columns" facts={args} />
        </details>
      )}
    </section>
  );
}

/** Faults of the job, or remarks on its invoice. */
async function JobFaults({ kind, faults }: { kind: 'faults' | 'remarks'; faults: StoredFault[] }) {
  if (faults.length === 0) return null;
  const t = await getTranslations('console.jobs.job');
  return (
    <section className="sheet job-faults" aria-labelledby={kind}>
      <h2 id={kind} className="sheet-heading">
        {t(kind, { count: faults.length })}
      </h2>
      <ul>
        {faults.map((fault, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: faults are only ever added at the end
          <li key={index}>
            <FaultText of={fault} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Steps by phase: finished, current, pending and unused. */
async function JobSteps({ job, now }: { job: FoundJob; now: Date }) {
  const t = await getTranslations('console.jobs.job');
  const { row, steps, waiting } = job;
  const sections = (['steps', 'rescue'] as const).map((phase) => ({
    phase,
    begun: steps.filter(({ intent }) => intent.phase === phase),
  }));
  return sections
    .filter(({ phase, begun }) => phase === 'steps' || begun.length > 0)
    .map(({ phase, begun }) => (
      <Stack key={phase} component="section" gap="0.75rem" aria-labelledby={`job-${phase}`}>
        <h2 id={`job-${phase}`}>{t(phase)}</h2>
        {phase === 'rescue' && <p className="hint">{t('rescueText')}</p>}
        <ol className="job-steps">
          {row[phase].map((step, index) => (
            <StepCard
              key={step.id}
              job={job}
              step={step}
              number={index + 1}
              // Intents are in the order of the steps.
              begun={begun[index]}
              waiting={waiting && begun[index]?.intent === waiting.intent ? waiting.event : undefined}
              unbegun={row.completedAt ? 'unused' : 'pending'}
              now={now}
            />
          ))}
        </ol>
      </Stack>
    ));
}

interface StepCardProps {
  job: FoundJob;
  step: FoundJob['row']['steps'][number];
  number: number;
  begun: BegunStep | undefined;
  /** Set if the job waits at this step. */
  waiting: IntentEventRow | undefined;
  /** Status of a step that has not begun. */
  unbegun: 'pending' | 'unused';
  now: Date;
}

async function StepCard({ job, step, number, begun, waiting, unbegun, now }: StepCardProps) {
  const t = await getTranslations('console.jobs');
  const workflows = await getTranslations('console.workflows');
  const delivery = (id: string) =>
    workspacePath(job.ctx.workspace.slug, `/configuration/webhooks/deliveries/${id}`);
  // The events of an ended job expire (lib/retention.ts), but the intent stays.
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
            {message &&
              (event.status === 'OK' ? <MessageWords of={message} /> : <MessageText of={message} />)}
          </li>
        );
      })}
    </ol>
  );
}

/** Interventions in the step at which the job waits. */
async function StepActs({ job: { ctx, row }, step }: { job: FoundJob; step: string }) {
  const t = await getTranslations('console.jobs.job');
  const may = interventionsOf(row);
  const { slug } = ctx.workspace;
  if (!(may.retry || may.skip) || !isPermitted(ctx, 'jobs:write')) return null;
  return (
    <Group gap="0.5rem" mt="0.75rem">
      {may.retry && (
        <ActButton
          label={t('retry')}
          action={retry.bind(null, slug, { id: row.id })}
          done={t('retryDone')}
          variant="default"
        />
      )}
      {may.skip && <SkipDialog workspace={slug} job={row.id} step={step} />}
    </Group>
  );
}

interface WaitingNoteProps {
  event: IntentEventRow;
  nextAttemptAt: Date | null;
  status: Status;
  now: Date;
  children: ReactNode;
}

/** Why the job waits, and what continues it. */
async function WaitingNote({ event, nextAttemptAt: next, status, now, children }: WaitingNoteProps) {
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

/** How to reach the supplier, while a running job needs something from them. */
async function SupplierLink({ job: { ctx, row } }: { job: FoundJob }) {
  if (row.completedAt) return null;
  const details = await findRegistrationDetails(ctx, row.entryId);
  if (!details || ['completed', 'revoked'].includes(details.registration.state)) return null;
  return (
    <>
      <LastRejection registration={details.registration} />
      <SupplierContact ctx={ctx} details={details} />
    </>
  );
}
