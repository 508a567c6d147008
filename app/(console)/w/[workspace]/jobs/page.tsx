import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { Pager } from '#console/_ui/pager.tsx';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { page } from '#lib/paging.ts';
import { type JobQuery, listJobs } from '#lib/workflows/job-list.ts';
import { JobFilters } from './job-filters.tsx';
import { readJobParams } from './job-query.ts';
import { JobTable } from './job-table.tsx';
import './jobs.css';

export const generateMetadata = titled('jobs.title');

interface JobsProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Jobs({ params, searchParams }: JobsProps) {
  const { ctx } = await requireMember((await params).workspace);
  const read = readJobParams(await searchParams);
  const t = await getTranslations('console.jobs');
  const { list, next_cursor: next } = page(
    read.faulty.length ? [] : await find(ctx, read.query),
    read.query,
    (job) => job,
  );
  const path = workspacePath(ctx.workspace.slug, '/jobs');
  const { cursor, ...filters } = read.typed;
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className="sheet">
        <JobFilters ctx={ctx} read={read} />
        {list.length > 0 ? (
          <JobTable workspace={ctx.workspace.slug} jobs={list} now={new Date()} />
        ) : (
          <EmptyNote
            icon="jobs"
            title={isFiltered ? t('list.noneMatch') : t('list.none')}
            action={isFiltered && <Link href={path}>{t('filters.clear')}</Link>}
          >
            {isFiltered ? t('list.noneMatchText') : t('list.noneText')}
          </EmptyNote>
        )}
        <Pager
          newest={cursor ? addressOf(path, filters) : undefined}
          older={next && addressOf(path, { ...filters, cursor: next })}
        />
      </div>
      {list.some(isUnderWay) && (
        <LiveRefresh everySeconds={list.some(({ status }) => status === 'RUN') ? 3 : 10} />
      )}
    </>
  );
}

const isUnderWay = ({ completedAt }: { completedAt: Date | null }) => completedAt === null;

/** An address with a cursor that is none of ours leads nowhere. */
const find = (ctx: Context, query: JobQuery) =>
  listJobs(ctx, query).catch((error: unknown) => {
    if (error instanceof AltaError && error.key === 'validation') notFound();
    throw error;
  });

function addressOf(path: string, params: Record<string, string | undefined>): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}
