import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { listWorkflows } from '#lib/workflows/definitions.ts';
import { WorkflowTable } from './workflow-table.tsx';
import './workflows.css';

export const generateMetadata = titled('workflows.title');

interface WorkflowsProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Workflows({ params, searchParams }: WorkflowsProps) {
  const { ctx } = await requireMember((await params).workspace, 'workflows:read');
  const t = await getTranslations('console.workflows');
  const path = workspacePath(ctx.workspace.slug, '/configuration/workflows');
  const { list, pager } = await listPage({
    path,
    params: await searchParams,
    find: (query) => listWorkflows(ctx, query),
  });
  const begin = (
    <LinkButton needs="workflows:write" href={`${path}/new`} leftSection={<Icon name="plus" size={18} />}>
      {t('new')}
    </LinkButton>
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
        {pager}
      </div>
    </>
  );
}
