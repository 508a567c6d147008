import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { FaultyFilters } from '#console/_ui/filter-fields.tsx';
import { listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { areFaulty } from '#console/_ui/typed-filters.ts';
import { countJobs, listJobs } from '#lib/workflows/job-list.ts';
import { ChoosableList } from '../batches/choosable-list.tsx';
import { JobFilters } from './job-filters.tsx';
import { readJobParams } from './job-query.ts';
import { JobTable } from './job-table.tsx';
import './jobs.css';
import { SavedViews } from '../_views/saved-views.tsx';

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
    count: () => countJobs(ctx, read.query),
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
            acts={['run-again']}
            matching={matching}
            ids={list.map(({ id }) => id)}
          >
            <JobTable workspace={ctx.workspace.slug} jobs={list} order={order} now={new Date()} />
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
