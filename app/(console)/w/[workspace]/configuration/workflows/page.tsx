import './workflows.css';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { Chip } from '#console/_ui/chip.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { warningsOf } from '#lib/workflows/definition-rules.ts';
import { listWorkflows, type WorkflowRow } from '#lib/workflows/definitions.ts';
import { providers } from '#lib/workflows/providers.ts';
import { stepTitle } from './texts.ts';

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

interface WorkflowTableProps {
  workspace: string;
  workflows: WorkflowRow[];
}

async function WorkflowTable({ workspace, workflows }: WorkflowTableProps) {
  const t = await getTranslations('console.workflows');
  const warnings = (workflow: WorkflowRow) => warningsOf(workflow, providers).length;
  return (
    <DataTable
      className="workflow-rows"
      rows={workflows}
      columns={[
        {
          head: t('list.name'),
          kind: 'title',
          cell: (workflow) => (
            <>
              <Link href={workspacePath(workspace, `/configuration/workflows/${workflow.id}`)}>
                <strong>
                  <bdi>{workflow.name}</bdi>
                </strong>
              </Link>{' '}
              {workflow.disabled && <Chip tone="quiet">{t('disabledBadge')}</Chip>}
              {warnings(workflow) > 0 && (
                <Chip tone="wait">{t('list.warnings', { count: warnings(workflow) })}</Chip>
              )}
            </>
          ),
        },
        {
          head: t('list.steps'),
          className: 'step-names',
          cell: ({ steps }) => steps.map((step) => stepTitle(t, step, providers)).join(' → '),
        },
        { head: t('list.version'), cell: ({ version }) => version },
        { head: t('list.changed'), cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
        {
          head: t('list.id'),
          cell: ({ id, name }) => (
            <CopyId value={id} label={t('list.idOf', { name })}>
              <span title={id}>{id.slice(0, 8)}…</span>
            </CopyId>
          ),
        },
      ]}
    />
  );
}
