import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { CopyId } from '#console/_ui/copy.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import type { ListedPage } from '#console/_ui/list-page.tsx';
import { ListMoment } from '#console/_ui/moment.tsx';
import { entryTitles } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { summaryOfSnippet } from '#lib/documents/invoice/summary.ts';
import type { ListedJob } from '#lib/workflows/job-list.ts';
import { durationText } from './duration.ts';
import { StatusChip, statusOf } from './status-chip.tsx';

interface JobTableProps {
  workspace: string;
  jobs: ListedJob[];
  order: ListedPage<ListedJob>['order'];
  now: Date;
}

/** Newest first. The end of an id tells jobs apart: its beginning is the time. */
export async function JobTable({ workspace, jobs, order, now }: JobTableProps) {
  const t = await getTranslations('console.jobs');
  const path = (below: string) => workspacePath(workspace, below);
  const titleOf = await entryTitles();
  /** An invoice by its type and number, with who issues it. */
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
            `${workflowName} · ${t('version', { version: workflowVersion })}`,
          cell: ({ workflowId, workflowName, workflowVersion }) => (
            <>
              <Link href={path(`/configuration/workflows/${workflowId}`)}>
                <bdi>{workflowName}</bdi>
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
      ]}
    />
  );
}
