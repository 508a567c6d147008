import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { CopyId } from '#console/_ui/copy.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import type { ListedJob } from '#lib/workflows/job-list.ts';
import { durationText } from './duration.ts';
import { StatusChip, statusOf } from './status-chip.tsx';

interface JobTableProps {
  workspace: string;
  jobs: ListedJob[];
  now: Date;
}

/** Newest first. The end of an id tells jobs apart: its beginning is the time. */
export async function JobTable({ workspace, jobs, now }: JobTableProps) {
  const t = await getTranslations('console.jobs');
  const path = (below: string) => workspacePath(workspace, below);
  return (
    <table className="rows job-rows">
      <thead>
        <tr>
          <th scope="col">{t('list.started')}</th>
          <th scope="col">{t('list.job')}</th>
          <th scope="col">{t('list.workflow')}</th>
          <th scope="col">{t('list.entry')}</th>
          <th scope="col">{t('list.duration')}</th>
          <th scope="col">{t('list.status')}</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map(({ id, createdAt, completedAt, workflowName, workflowVersion, workflowId, ...job }) => (
          <tr key={id}>
            <td>
              <Link href={path(`/jobs/${id}`)}>
                <Moment at={createdAt} />
              </Link>
            </td>
            <td data-label={t('list.job')}>
              <CopyId value={id} label={t('list.jobOf', { id: id.slice(-8) })}>
                <span title={id}>…{id.slice(-8)}</span>
              </CopyId>
            </td>
            <td data-label={t('list.workflow')}>
              <Link href={path(`/configuration/workflows/${workflowId}`)}>
                <bdi>{workflowName}</bdi>
              </Link>{' '}
              <span className="hint nowrap">· {t('version', { version: workflowVersion })}</span>
            </td>
            <td data-label={t('list.entry')}>
              <Link href={path(`/entries/${job.entryId}`)}>
                <bdi>{job.entryName || `…${job.entryId.slice(-8)}`}</bdi>
              </Link>
            </td>
            <td data-label={t('list.duration')} className="nowrap">
              {durationText((completedAt ?? now).getTime() - createdAt.getTime())}
            </td>
            <td data-label={t('list.status')}>
              <StatusChip of={statusOf(job)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
