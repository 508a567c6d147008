import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { Pager } from '#console/_ui/pager.tsx';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { page } from '#lib/paging.ts';
import { listStopped } from '#lib/reports/stopped.ts';
import { addressOf, type Filters, queryOf, readFilters } from './query.ts';
import { StoppedFilters } from './stopped-filters.tsx';
import { StoppedTable } from './stopped-table.tsx';

export const generateMetadata = titled('overview.stopped.title');

interface RegistrationsProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Behind the numbers of the overview: who stands where, and why. */
export default async function Registrations({ params, searchParams }: RegistrationsProps) {
  const { ctx } = await requireMember((await params).workspace);
  const filters = readFilters(await searchParams);
  const at = (path: string) => workspacePath(ctx.workspace.slug, path);
  const list = at('/registrations');
  const t = await getTranslations('console.overview.stopped');
  const rows = await stoppedOf(ctx, filters, list);
  const shown = page(rows, queryOf(filters), (row) => row);
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className="sheet">
        <StoppedFilters list={list} filters={filters} />
        <StoppedTable stopped={shown.list} at={at} />
        <Pager
          newest={filters.cursor && addressOf(list, { ...filters, cursor: undefined })}
          older={shown.next_cursor && addressOf(list, { ...filters, cursor: shown.next_cursor })}
        />
      </div>
    </>
  );
}

/** A cursor that is none of ours leads to the first page, not to an error. */
async function stoppedOf(ctx: Context, filters: Filters, list: string) {
  try {
    return await listStopped(ctx, queryOf(filters));
  } catch (error) {
    if (!(error instanceof AltaError) || error.key !== 'validation') throw error;
    return redirect(addressOf(list, { ...filters, cursor: undefined }));
  }
}
