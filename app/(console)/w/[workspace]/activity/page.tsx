import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { FaultyFilters } from '#console/_ui/filter-fields.tsx';
import { listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { areFaulty } from '#console/_ui/typed-filters.ts';
import { fetchNotices } from '#lib/notices/notices.ts';
import { countAudit, listAudit } from '#lib/reports/audit-trail.ts';
import { SavedViews } from '../_views/saved-views.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityTable } from './activity-table.tsx';
import { queryText, readActivityParams } from './query.ts';
import { TroublesNote } from './troubles-note.tsx';

export const generateMetadata = titled('activity.title');

interface ActivityProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

/** All that was done in the workspace: who, what, when and from where. */
export default async function Activity({ params, searchParams }: ActivityProps) {
  const { ctx, user } = await requireMember((await params).workspace, 'activity:read');
  const read = readActivityParams(await searchParams);
  const { typed, query } = read;
  const t = await getTranslations('console.activity');
  const lists = await getTranslations('console.shell.lists');
  const path = workspacePath(ctx.workspace.slug, '/activity');
  const { list, pager, order, shown } = await listPage({
    path,
    filters: typed,
    faults: read.faults,
    params: await searchParams,
    find: (page) => listAudit(ctx, { ...query, ...page }),
    count: () => countAudit(ctx, query),
    file: `${path}/export`,
  });
  const notices = await fetchNotices(ctx);
  const isTroubles = typed.action === 'trouble';
  const isFiltered = Object.values(typed).some(Boolean);
  return (
    <>
      <PageHeader
        title={isTroubles ? t('troubles.title') : t('title')}
        lead={isTroubles ? t('troubles.lead') : t('lead')}
        actions={
          <a href={`${path}/json-lines?${queryText(read)}`} download data-export>
            {t('list.jsonLines')}
          </a>
        }
      />
      {isTroubles && (
        <ClientTexts areas={['activity']}>
          <TroublesNote
            workspace={ctx.workspace.slug}
            email={user.email}
            digest={notices.digest !== null}
            hasUnseen={notices.unseen > 0}
          />
        </ClientTexts>
      )}
      <div className="sheet">
        <SavedViews ctx={ctx} list="activity" path={path} shown={shown} />
        <ActivityFilters ctx={ctx} path={path} read={read} />
        {list.length > 0 ? (
          <ActivityTable workspace={ctx.workspace.slug} lines={list} order={order} />
        ) : areFaulty(read) ? (
          <FaultyFilters path={path} />
        ) : isTroubles && !typed.about && !typed.actor && !typed.period ? (
          <EmptyNote icon="check" title={t('troubles.none')}>
            {t('troubles.noneText')}
          </EmptyNote>
        ) : (
          <EmptyNote
            icon="activity"
            title={isFiltered ? t('list.noneMatch') : t('list.none')}
            action={isFiltered && <Link href={path}>{lists('clear')}</Link>}
          >
            {isFiltered ? t('list.noneMatchText') : t('list.noneText')}
          </EmptyNote>
        )}
        {pager}
      </div>
    </>
  );
}
