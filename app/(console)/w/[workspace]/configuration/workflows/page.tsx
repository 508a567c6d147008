import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { AltaError } from '#lib/errors.ts';
import { page } from '#lib/paging.ts';
import { listWorkflows } from '#lib/workflows/definitions.ts';
import { workflowResponse } from '#lib/workflows/workflow-response.ts';
import { requireMember } from '../../../../_session.ts';
import { ButtonLink } from '../../../../_shell/button-link.tsx';
import { EmptyNote } from '../../../../_shell/empty-note.tsx';
import { Icon } from '../../../../_shell/icon.tsx';
import { workspacePath } from '../../../../_shell/navigation.ts';
import { PageHeader } from '../../../../_shell/page-header.tsx';
import { titled } from '../../../../_shell/page-title.ts';
import { WorkflowTable } from './workflow-table.tsx';
import './workflows.css';

export const generateMetadata = titled('workflows.title');

interface WorkflowsProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<{ cursor?: string | string[] }>;
}

export default async function Workflows({ params, searchParams }: WorkflowsProps) {
  const { ctx } = await requireMember((await params).workspace);
  const { cursor } = await searchParams;
  const query = { limit: 25, ...(typeof cursor === 'string' ? { cursor } : {}) };
  const rows = await listWorkflows(ctx, query).catch((error: unknown) => {
    // An address with a cursor that is none of ours.
    if (error instanceof AltaError && error.key === 'validation') notFound();
    throw error;
  });
  const { list, next_cursor: next } = page(rows, query, workflowResponse);
  const t = await getTranslations('console.workflows');
  const path = workspacePath(ctx.workspace.slug, '/configuration/workflows');
  const begin = (
    <ButtonLink href={`${path}/new`} leftSection={<Icon name="plus" size={18} />}>
      {t('new')}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={list.length > 0 && begin} />
      <div className="sheet">
        {list.length > 0 ? (
          <WorkflowTable workspace={ctx.workspace.slug} workflows={list} />
        ) : (
          <EmptyNote icon="workflows" title={t('list.none')} action={begin}>
            {t('list.noneText')}
          </EmptyNote>
        )}
      </div>
      <nav className="pages" aria-label={t('list.pages')}>
        {cursor && <Link href={path}>{t('list.newest')}</Link>}
        {next && <Link href={`${path}?cursor=${next}`}>{t('list.older')}</Link>}
      </nav>
    </>
  );
}
