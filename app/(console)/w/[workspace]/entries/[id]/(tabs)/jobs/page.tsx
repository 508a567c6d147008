import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { listPage } from '#console/_ui/list-page.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { workflowNames } from '#console/w/[workspace]/configuration/workflows/workflow-name.ts';
import { requireEntry, type TabProps } from '#console/w/[workspace]/entries/require-entry.ts';
import { MessageText } from '#console/w/[workspace]/jobs/[id]/message-text.tsx';
import { StatusChip, statusOf } from '#console/w/[workspace]/jobs/status-chip.tsx';
import { countJobs, listJobs } from '#lib/workflows/job-list.ts';

const pageSize = 20;

export default async function Jobs({ params, searchParams }: TabProps) {
  const { workspace, id } = await params;
  const { ctx, entry } = await requireEntry(workspace, id, 'jobs:read');
  const t = await getTranslations('console.entry.jobs');
  const { list, pager } = await listPage({
    path: workspacePath(ctx.workspace.slug, `/entries/${entry.id}/jobs`),
    params: await searchParams,
    limit: pageSize,
    find: (query) => listJobs(ctx, { ...query, entryId: entry.id }),
    count: (most) => countJobs(ctx, { entryId: entry.id }, most),
  });
  const nameOf = await workflowNames();
  if (list.length === 0) {
    return (
      <EmptyNote icon="jobs" title={t('noneTitle')}>
        {t('noneText')}
      </EmptyNote>
    );
  }
  return (
    <>
      <ul className="lines" aria-label={t('label')}>
        {list.map((job) => (
          <li key={job.id} className="line">
            <Link
              href={workspacePath(ctx.workspace.slug, `/jobs/${job.id}`)}
              prefetch={false}
              className="row-link"
            >
              <bdi>{nameOf(job.workflowName)}</bdi>
            </Link>
            <StatusChip of={statusOf(job)} />
            <span className="hint">
              <Moment at={job.createdAt} />
              {job.faults[0] && (
                <>
                  {' '}
                  · <MessageText of={job.faults[0]} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {pager}
    </>
  );
}
