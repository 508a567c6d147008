import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { AuthorityLine } from '#console/_ui/authority-line.tsx';
import { listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { countStopped, listStopped } from '#lib/reports/stopped.ts';
import { readFilters, StoppedFilters } from './stopped-filters.tsx';
import { StoppedTable } from './stopped-table.tsx';

export const generateMetadata = titled('overview.stopped.title');

interface RegistrationsProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

/** Behind the numbers of the overview: who stands where, and why. */
export default async function Registrations({ params, searchParams }: RegistrationsProps) {
  const { ctx } = await requireMember((await params).workspace);
  const filters = readFilters(await searchParams);
  const at = (path: string) => workspacePath(ctx.workspace.slug, path);
  const path = at('/registrations');
  const t = await getTranslations('console.overview.stopped');
  const { list, pager } = await listPage({
    path,
    filters,
    params: await searchParams,
    find: (query) => listStopped(ctx, { ...filters, ...query }),
    count: () => countStopped(ctx, filters),
  });
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <AuthorityLine environment={ctx.workspace.environment} when="not-answering" />
      <div className="sheet">
        <StoppedFilters list={path} filters={filters} />
        <StoppedTable stopped={list} at={at} />
        {pager}
      </div>
    </>
  );
}
