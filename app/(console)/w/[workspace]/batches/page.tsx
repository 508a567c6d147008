import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { ListMoment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { countBatches, listBatches } from '#lib/batches/batches.ts';
import { standingOf } from './batch-standing.ts';

export const generateMetadata = titled('batches.title');

interface BatchesProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Batches({ params, searchParams }: BatchesProps) {
  const { ctx } = await requireMember((await params).workspace, 'batches:read');
  const t = await getTranslations('console.batches');
  const path = workspacePath(ctx.workspace.slug, '/batches');
  const { list, pager, order } = await listPage({
    path,
    params: await searchParams,
    find: (query) => listBatches(ctx, query),
    count: (most) => countBatches(ctx, most),
  });
  return (
    <>
      <PageHeader docs="batches" title={t('title')} lead={t('lead')} />
      <div className="sheet">
        <DataTable
          rows={list}
          empty={
            <EmptyNote icon="batches" title={t('list.none')}>
              {t('list.noneText')}
            </EmptyNote>
          }
          columns={[
            {
              head: t('list.operation'),
              kind: 'title',
              cell: ({ id, operation, upload, total: count }) => (
                <Link href={`${path}/${id}`}>
                  {upload ? t(`uploaded.${upload.kind}`, { count }) : t(`names.${operation}`, { count })}
                </Link>
              ),
            },
            {
              head: t('list.status'),
              cell: (batch) => {
                const { name, tone } = standingOf(batch);
                return (
                  <Chip kind="status" tone={tone}>
                    {t(`standings.${name}`)}
                  </Chip>
                );
              },
            },
            {
              head: t('list.progress'),
              cell: ({ total, done, failed }) => t('list.counts', { total, done, failed }),
            },
            { head: t('list.started'), order, cell: ({ createdAt }) => <ListMoment at={createdAt} /> },
          ]}
        />
        {pager}
      </div>
      {list.some((batch) => standingOf(batch).name === 'running') && <LiveRefresh everySeconds={3} />}
    </>
  );
}
