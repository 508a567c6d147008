import '../batches.css';
import { getTranslations } from 'next-intl/server';
import { foundBy, requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Opened } from '#console/_shell/search/opened.tsx';
import { BackLink } from '#console/_ui/back-link.tsx';
import { listPage, paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { PageHeader } from '#console/_ui/page-header.tsx';
import { Permitted } from '#console/_ui/permitted.tsx';
import { SectionTabs } from '#console/_ui/section-tabs.tsx';
import { fetchBatch } from '#lib/batches/batches.ts';
import { batchRowStatuses, listBatchRows } from '#lib/batches/rows.ts';
import { BatchButtons } from './batch-buttons.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { RowTable } from './row-table.tsx';

interface BatchProps {
  params: Promise<{ workspace: string; id: string }>;
  searchParams: Promise<SearchParams>;
}

async function requireBatch(workspace: string, id: string) {
  const { ctx } = await requireMember(workspace);
  const batch = await foundBy(id, (found) => fetchBatch(ctx, found));
  const t = await getTranslations('console.batches');
  return { ctx, batch, t, title: t(`names.${batch.operation}`, { count: batch.total }) };
}

export async function generateMetadata({ params }: BatchProps) {
  const { workspace, id } = await params;
  return { title: (await requireBatch(workspace, id)).title };
}

/** How far it is, and what came of each row. */
export default async function Batch({ params, searchParams }: BatchProps) {
  const { workspace, id } = await params;
  const { ctx, batch, t, title } = await requireBatch(workspace, id);
  const given = await searchParams;
  const status = batchRowStatuses.find((each) => each === paramOf(given, 'status'));
  const list = workspacePath(workspace, '/batches');
  const path = `${list}/${batch.id}`;
  const rows = await listPage({
    path,
    filters: { status },
    params: given,
    limit: 50,
    find: ({ limit, cursor }) => listBatchRows(ctx, batch.id, { limit, cursor, status }),
  });
  const isRunning = !batch.completedAt && !batch.stoppedAt;
  return (
    <>
      <Opened path={`/batches/${batch.id}`} title={title} detail="" icon="batches" />
      <Permitted to="batches:read">
        <BackLink href={list}>{t('title')}</BackLink>
      </Permitted>
      <PageHeader
        title={title}
        lead={t.rich('page.started', { at: () => <Moment at={batch.createdAt} /> })}
        actions={<BatchButtons workspace={workspace} batch={batch} file={`${path}/result`} />}
      />
      <BatchProgress workspace={workspace} batch={batch} />
      <SectionTabs
        label={t('page.rows')}
        tabs={(['all', ...batchRowStatuses] as const).map((name) => ({
          href: name === 'all' ? path : `${path}?status=${name}`,
          text: t(`rows.${name}`),
          isCurrent: name === (status ?? 'all'),
        }))}
      />
      <div className="sheet">
        <RowTable ctx={ctx} batch={batch} rows={rows.list} status={status} />
        {rows.pager}
      </div>
      {isRunning && <LiveRefresh everySeconds={2} />}
    </>
  );
}
