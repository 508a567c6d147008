import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { CopyId } from '#console/_ui/copy.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import type { ListedPage } from '#console/_ui/list-page.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { entryTitle } from '#console/w/[workspace]/_entries/entry-texts.ts';
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

/** An invoice by its type and number, with who issues it. */
async function EntryName({ entry }: Pick<ListedJob, 'entry'>) {
  const issuer = summaryOfSnippet(entry.snippet).supplier.name;
  return (
    <>
      <bdi>{await entryTitle(entry)}</bdi>
      {issuer && (
        <>
          {' '}
          <span className="hint">
            · <bdi>{issuer}</bdi>
          </span>
        </>
      )}
    </>
  );
}

/** Newest first. The end of an id tells jobs apart: its beginning is the time. */
export async function JobTable({ workspace, jobs, order, now }: JobTableProps) {
  const t = await getTranslations('console.jobs');
  const path = (below: string) => workspacePath(workspace, below);
  return (
    <DataTable
      className="job-rows"
      rows={jobs}
      choice={({ id }) => ({ id, name: t('list.jobOf', { id: id.slice(-8) }) })}
      columns={[
        {
          head: t('list.started'),
          kind: 'title',
          order,
          cell: ({ id, createdAt }) => (
            <Link href={path(`/jobs/${id}`)}>
              <Moment at={createdAt} />
            </Link>
          ),
        },
        {
          head: t('list.job'),
          cell: ({ id }) => (
            <CopyId value={id} label={t('list.jobOf', { id: id.slice(-8) })}>
              <span title={id}>…{id.slice(-8)}</span>
            </CopyId>
          ),
        },
        {
          head: t('list.workflow'),
          cell: ({ workflowId, workflowName, workflowVersion }) => (
            <>
              <Link href={path(`/configuration/workflows/${workflowId}`)}>
                <bdi>{workflowName}</bdi>
              </Link>{' '}
              <span className="hint nowrap">· {t('version', { version: workflowVersion })}</span>
            </>
          ),
        },
        {
          head: t('list.entry'),
          cell: ({ entryId, entry }) => (
            <Link href={path(`/entries/${entryId}`)}>
              <EntryName entry={entry} />
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
