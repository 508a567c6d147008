import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { AuthorityLine } from '#console/_ui/authority-line.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { FaultyFilters } from '#console/_ui/filter-fields.tsx';
import { listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { areFaulty } from '#console/_ui/typed-filters.ts';
import { countOpenRegistrations, listOpenRegistrations } from '#lib/reports/open-registrations.ts';
import { SavedViews } from '../_views/saved-views.tsx';
import { ChoosableList } from '../batches/choosable-list.tsx';
import { readRegistrationParams } from './query.ts';
import { RegistrationFilters } from './registration-filters.tsx';
import { RegistrationTable } from './registration-table.tsx';

export const generateMetadata = titled('overview.registrations.title');

interface RegistrationsProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

/** Who is on the way, where they stand, and why; also behind the numbers of the overview. */
export default async function Registrations({ params, searchParams }: RegistrationsProps) {
  const { ctx } = await requireMember((await params).workspace, 'registrations:read');
  const read = readRegistrationParams(await searchParams);
  const at = (path: string) => workspacePath(ctx.workspace.slug, path);
  const path = at('/registrations');
  const t = await getTranslations('console.overview.registrations');
  const { list, pager, order, shown, matching } = await listPage({
    path,
    filters: read.typed,
    faults: read.faults,
    params: await searchParams,
    find: (query) => listOpenRegistrations(ctx, { ...read.query, ...query }),
    count: () => countOpenRegistrations(ctx, read.query),
    file: `${path}/export`,
  });
  return (
    <ClientTexts areas={['batches']}>
      <PageHeader title={t('title')} lead={t('lead')} />
      <AuthorityLine environment={ctx.workspace.environment} when="not-answering" />
      <div className="sheet">
        <SavedViews ctx={ctx} list="registrations" path={path} shown={shown} />
        <RegistrationFilters list={path} read={read} />
        <ChoosableList
          workspace={ctx.workspace.slug}
          list="registrations"
          acts={['remind', 'extend-link', 'archive']}
          matching={matching}
          ids={list.map(({ entryId }) => entryId)}
        >
          {areFaulty(read) ? (
            <FaultyFilters path={path} />
          ) : (
            <RegistrationTable registrations={list} order={order} at={at} />
          )}
        </ChoosableList>
        {pager}
      </div>
    </ClientTexts>
  );
}
