import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { CopyId } from '#console/_ui/copy.tsx';
import { FactList } from '#console/_ui/fact-list.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { durationText } from '../duration.ts';
import type { FoundJob } from './require-job.ts';

/** When, how long, what and on what, with the ids that the API knows these by. */
export async function JobFacts({ job, now }: { job: FoundJob; now: Date }) {
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
