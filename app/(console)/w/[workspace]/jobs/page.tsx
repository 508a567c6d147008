import './jobs.css';
import { NativeSelect, TextInput } from '@mantine/core';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { FaultyFilters, filterFields } from '#console/_ui/filter-fields.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { type ListedPage, listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { ListMoment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { areFaulty } from '#console/_ui/typed-filters.ts';
import { entryTitles } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { Reason, reasonChoice } from '#console/w/[workspace]/_entries/reason.tsx';
import { workflowNames } from '#console/w/[workspace]/configuration/workflows/workflow-name.ts';
import type { Context } from '#lib/context.ts';
import { summaryOfSnippet } from '#lib/documents/invoice/preview.ts';
import { listWorkflowNames } from '#lib/workflows/definitions.ts';
import {
  countJobReasons,
  countJobs,
  findReasons,
  jobStatuses,
  type ListedJob,
  listJobs,
} from '#lib/workflows/job-list.ts';
import { SavedViews } from '../_views/saved-views.tsx';
import { ChoosableList } from '../batches/choosable-list.tsx';
import { durationText } from './duration.ts';
import { openJobs, type ReadJobParams, readJobParams } from './job-query.ts';
import { StatusChip, statusOf } from './status-chip.tsx';

export const generateMetadata = titled('jobs.title');

interface JobsProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Jobs({ params, searchParams }: JobsProps) {
  const { ctx } = await requireMember((await params).workspace, 'jobs:read');
  const read = readJobParams(await searchParams);
  const t = await getTranslations('console.jobs');
  const lists = await getTranslations('console.shell.lists');
  const path = workspacePath(ctx.workspace.slug, '/jobs');
  const { list, pager, order, shown, matching } = await listPage({
    path,
    filters: read.typed,
    faults: read.faults,
    params: await searchParams,
    find: (query) => listJobs(ctx, { ...read.query, ...query }),
    count: (most) => countJobs(ctx, read.query, most),
    file: `${path}/export`,
  });
  const isFiltered = Object.values(read.typed).some(Boolean);
  return (
    <ClientTexts areas={['batches']}>
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className="sheet">
        <SavedViews ctx={ctx} list="jobs" path={path} shown={shown} />
        <JobFilters ctx={ctx} read={read} />
        {list.length > 0 ? (
          <ChoosableList
            workspace={ctx.workspace.slug}
            list="jobs"
            acts={['try-now', 'run-again']}
            matching={matching}
            ids={list.map(({ id }) => id)}
          >
            <JobTable ctx={ctx} jobs={list} order={order} now={new Date()} />
          </ChoosableList>
        ) : areFaulty(read) ? (
          <FaultyFilters path={path} />
        ) : (
          <EmptyNote
            icon="jobs"
            title={isFiltered ? t('list.noneMatch') : t('list.none')}
            action={isFiltered && <Link href={path}>{lists('clear')}</Link>}
          >
            {isFiltered ? t('list.noneMatchText') : t('list.noneText')}
          </EmptyNote>
        )}
        {pager}
      </div>
      {list.some(isUnderWay) && (
        <LiveRefresh everySeconds={list.some(({ status }) => status === 'RUN') ? 3 : 10} />
      )}
    </ClientTexts>
  );
}

const isUnderWay = ({ completedAt }: { completedAt: Date | null }) => completedAt === null;

/** A GET form, so that the address can be bookmarked and the form works without script. */
async function JobFilters({ ctx, read }: { ctx: Context; read: ReadJobParams }) {
  const t = await getTranslations('console.jobs');
  const { typed } = read;
  const { text, choice } = await filterFields(read);
  const nameOf = await workflowNames();
  const workflows = (await listWorkflowNames(ctx)).map(({ id, name }) => ({
    value: id,
    label: nameOf(name),
  }));
  const reasons = await reasonChoices(ctx, read);
  const isListed = !typed.workflow || workflows.some(({ value }) => value === typed.workflow);
  const path = workspacePath(ctx.workspace.slug, '/jobs');
  return (
    <FilterForm path={path} typed={typed} className="job-filters">
      <TextInput
        {...text('about')}
        type="search"
        label={t('filters.about')}
        placeholder={t('filters.aboutHint')}
        maxLength={200}
        className="filter-search"
      />
      <NativeSelect
        {...choice('status', [
          { value: '', label: t('filters.any') },
          { value: openJobs, label: t('filters.open') },
          ...jobStatuses.map((status) => ({ value: status, label: t(`statuses.${status}`) })),
        ])}
        label={t('filters.status')}
      />
      {reasons.length > 0 && (
        <NativeSelect
          {...choice('reason', [{ value: '', label: t('filters.any') }, ...reasons])}
          label={t('filters.reason')}
          className="filter-wide"
        />
      )}
      <NativeSelect
        {...choice('workflow', [
          { value: '', label: t('filters.any') },
          ...workflows,
          ...(isListed || read.faults.workflow
            ? []
            : [{ value: typed.workflow ?? '', label: typed.workflow ?? '' }]),
        ])}
        label={t('filters.workflow')}
      />
      {typed.version !== undefined && (
        <TextInput {...text('version')} label={t('filters.version')} inputMode="numeric" autoComplete="off" />
      )}
      <TextInput
        {...text('job')}
        label={t('filters.job')}
        placeholder="UUID"
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        {...text('entry')}
        label={t('filters.entry')}
        placeholder="UUID"
        autoComplete="off"
        spellCheck={false}
      />
      <DayRangeFields read={read} />
    </FilterForm>
  );
}

/** Reasons of the failed and retried jobs, with their counts. */
async function reasonChoices(ctx: Context, { typed, query, faults }: ReadJobParams) {
  const locale = await getLocale();
  const { reason: asked, ...others } = query;
  const counted = Object.keys(faults).length > 0 ? [] : await countJobReasons(ctx, others);
  const choices = counted.map(({ reason, count }) => ({
    value: reason.code as string,
    label: reasonChoice(reason, count, locale),
  }));
  const isListed = !asked || choices.some(({ value }) => value === asked);
  return isListed ? choices : [...choices, { value: asked, label: typed.reason ?? asked }];
}

interface JobTableProps {
  ctx: Context;
  jobs: ListedJob[];
  order: ListedPage<ListedJob>['order'];
  now: Date;
}

/** Jobs, newest first. A job is named by the end of its id, because the beginning encodes the time. */
async function JobTable({ ctx, jobs, order, now }: JobTableProps) {
  const t = await getTranslations('console.jobs');
  const path = (below: string) => workspacePath(ctx.workspace.slug, below);
  const reasons = await findReasons(ctx, jobs);
  const titleOf = await entryTitles();
  const nameOf = await workflowNames();
  /** Name of the entry; for an invoice, followed by its issuer. */
  const entryName = ({ entry }: ListedJob) =>
    [titleOf(entry), summaryOfSnippet(entry.snippet).supplier.name].filter(Boolean).join(' · ');
  return (
    <DataTable
      className="rows-many linked-rows job-rows"
      rows={jobs}
      choice={({ id }) => ({ id, name: t('list.jobOf', { id: id.slice(-8) }) })}
      columns={[
        {
          head: t('list.started'),
          kind: 'title',
          order,
          cell: ({ id, createdAt }) => (
            <Link href={path(`/jobs/${id}`)} className="row-link">
              <ListMoment at={createdAt} />
            </Link>
          ),
        },
        {
          head: t('list.job'),
          className: 'in-whole',
          cell: ({ id }) => (
            <CopyId value={id} label={t('list.jobOf', { id: id.slice(-8) })}>
              <span title={id}>…{id.slice(-8)}</span>
            </CopyId>
          ),
        },
        {
          head: t('list.workflow'),
          className: 'job-workflow',
          whole: ({ workflowName, workflowVersion }) =>
            `${nameOf(workflowName)} · ${t('version', { version: workflowVersion })}`,
          cell: ({ workflowId, workflowName, workflowVersion }) => (
            <>
              <Link href={path(`/configuration/workflows/${workflowId}`)}>
                <bdi>{nameOf(workflowName)}</bdi>
              </Link>{' '}
              <span className="hint nowrap in-whole">· {t('version', { version: workflowVersion })}</span>
            </>
          ),
        },
        {
          head: t('list.entry'),
          className: 'job-entry',
          whole: entryName,
          cell: (job) => (
            <Link href={path(`/entries/${job.entryId}`)}>
              <bdi>{entryName(job)}</bdi>
            </Link>
          ),
        },
        {
          head: t('list.duration'),
          className: 'nowrap',
          cell: ({ createdAt, completedAt }) =>
            durationText((completedAt ?? now).getTime() - createdAt.getTime()),
        },
        { head: t('list.status'), cell: (job) => <StatusChip of={statusOf(job)} /> },
        ...(reasons.size > 0
          ? [
              {
                head: t('list.why'),
                className: 'why',
                cell: ({ id, faults, completedAt, nextAttemptAt }: ListedJob) => {
                  const reason = reasons.get(id);
                  // The status already shows a cancellation.
                  if (!reason || reason.code === 'cancelled') return null;
                  return (
                    <Reason
                      of={reason}
                      more={Math.max(faults.filter(({ code }) => code !== 'cancelled').length - 1, 0)}
                      nextTry={completedAt ? undefined : nextAttemptAt}
                    />
                  );
                },
              },
            ]
          : []),
      ]}
    />
  );
}
