import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { CopyId } from '../../../../_shell/copy-id.tsx';
import { Moment } from '../../../../_shell/moment.tsx';
import { workspacePath } from '../../../../_shell/navigation.ts';
import { durationText } from '../duration.ts';
import type { FoundJob } from './require-job.ts';

/** When, how long, what and on what, with the ids that the API knows these by. */
export async function JobFacts({ job, now }: { job: FoundJob; now: Date }) {
  const { ctx, row, workflowName, entryName } = job;
  const t = await getTranslations('console.jobs');
  const path = (below: string) => workspacePath(ctx.workspace.slug, below);
  const args = Object.entries(row.args);
  const facts: [string, ReactNode][] = [
    [t('list.started'), <Moment key="" at={row.createdAt} />],
    [t('list.duration'), durationText((row.completedAt ?? now).getTime() - row.createdAt.getTime())],
    [
      t('list.workflow'),
      <>
        <Link href={path(`/configuration/workflows/${row.workflowId}`)}>
          <bdi>{workflowName}</bdi>
        </Link>{' '}
        <span className="hint">· {t('version', { version: row.workflowVersion })}</span>
      </>,
    ],
    [
      t('list.entry'),
      <Link key="" href={path(`/entries/${row.entryId}`)}>
        {entryName}
      </Link>,
    ],
    [t('job.id'), <CopyId key="" value={row.id} label={t('job.id')} />],
    [t('job.workflowId'), <CopyId key="" value={row.workflowId} label={t('job.workflowId')} />],
    [t('job.entryId'), <CopyId key="" value={row.entryId} label={t('job.entryId')} />],
    ...(row.key
      ? [[t('job.key'), <CopyId key="" value={row.key} label={t('job.key')} />] as [string, ReactNode]]
      : []),
    ...(row.tags.length ? [[t('job.tags'), row.tags.join(', ')] as [string, ReactNode]] : []),
  ];
  return (
    <section className="sheet" aria-label={t('job.facts')}>
      <dl className="job-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {args.length > 0 && (
        <details className="job-args">
          <summary>{t('job.args', { count: args.length })}</summary>
          <dl className="job-facts">
            {args.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}
