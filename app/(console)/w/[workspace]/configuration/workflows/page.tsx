import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { LinkButton } from '#console/_ui/link-button.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { Pager } from '#console/_ui/pager.tsx';
import { AltaError } from '#lib/errors.ts';
import { listWorkflows } from '#lib/workflows/definitions.ts';
import { workflowResponse } from '#lib/workflows/workflow-response.ts';
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
  const { list, next_cursor: next } = await listWorkflows(ctx, query).catch((error: unknown) => {
    // An address with a cursor that is none of ours.
    if (error instanceof AltaError && error.key === 'validation') notFound();
    throw error;
  });
  const t = await getTranslations('console.workflows');
  const path = workspacePath(ctx.workspace.slug, '/configuration/workflows');
  const begin = (
    <LinkButton href={`${path}/new`} leftSection={<Icon name="plus" size={18} />}>
      {t('new')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={list.length > 0 && begin} />
      <div className="sheet">
        {list.length > 0 ? (
          <WorkflowTable workspace={ctx.workspace.slug} workflows={list.map(workflowResponse)} />
        ) : (
          <EmptyNote icon="workflows" title={t('list.none')} action={begin}>
            {t('list.noneText')}
          </EmptyNote>
        )}
        <Pager newest={cursor ? path : undefined} older={next && `${path}?cursor=${next}`} />
      </div>
    </>
  );
}
