import './workflows.css';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ActButton, ConfirmButton, LinkButton } from '#console/_ui/buttons.tsx';
import { Chip } from '#console/_ui/chip.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { addressOf, listPage, paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { ListMoment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { workflowNames } from '#console/w/[workspace]/configuration/workflows/workflow-name.ts';
import { warningsOf } from '#lib/workflows/definition-rules.ts';
import { listWorkflows, usedAmong, type WorkflowRow } from '#lib/workflows/definitions.ts';
import { countJobsOnOldVersions } from '#lib/workflows/job-list.ts';
import { providers } from '#lib/workflows/providers.ts';
import { makeDefault, remove, setArchived } from './actions.ts';
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
  const search = await searchParams;
  const archived = paramOf(search, 'archived') === 'true';
  const { list, pager } = await listPage({
    path,
    filters: { archived: archived ? 'true' : undefined },
    params: search,
    find: (query) => listWorkflows(ctx, { ...query, archived }),
  });
  const used = await usedAmong(
    ctx,
    list.map(({ id }) => id),
  );
  const old = new Map<string, number>();
  for (const { workflowId, count } of await countJobsOnOldVersions(
    ctx,
    list.map(({ id }) => id),
  ))
    old.set(workflowId, (old.get(workflowId) ?? 0) + count);
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
          <WorkflowTable workspace={ctx.workspace.slug} workflows={list} used={used} old={old} />
        ) : archived ? (
          <EmptyNote icon="workflows" title={t('list.noneArchived')}>
            {t('list.noneArchivedText')}
          </EmptyNote>
        ) : (
          <EmptyNote icon="workflows" title={t('list.none')} action={begin}>
            {t('list.noneText')}
          </EmptyNote>
        )}
        {pager}
      </div>
      <p className="hint">
        <Link href={archived ? path : addressOf(path, { archived: 'true' })}>
          {t(archived ? 'list.active' : 'list.archived')}
        </Link>
      </p>
    </>
  );
}

interface WorkflowTableProps {
  workspace: string;
  workflows: WorkflowRow[];
  /** Ids of those that jobs have run, which can not be deleted. */
  used: ReadonlySet<string>;
  /** Number of unfinished jobs on an earlier version, by workflow. */
  old: ReadonlyMap<string, number>;
}

async function WorkflowTable({ workspace, workflows, used, old }: WorkflowTableProps) {
  const t = await getTranslations('console.workflows');
  const nameOf = await workflowNames();
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
                  <bdi>{nameOf(workflow.name)}</bdi>
                </strong>
              </Link>{' '}
              {workflow.isDefault && <Chip tone="good">{t('defaultBadge')}</Chip>}
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
        {
          head: t('list.version'),
          cell: ({ id, version }) => (
            <>
              {version}
              {old.has(id) && (
                <Link
                  className="old-versions"
                  href={workspacePath(workspace, `/jobs?workflow=${id}&status=OPEN`)}
                >
                  {t('list.old', { count: old.get(id) ?? 0 })}
                </Link>
              )}
            </>
          ),
        },
        { head: t('list.changed'), cell: ({ updatedAt }) => <ListMoment at={updatedAt} /> },
        {
          head: t('list.id'),
          cell: ({ id, name }) => (
            <CopyId value={id} label={t('list.idOf', { name })}>
              <span title={id}>{id.slice(0, 8)}…</span>
            </CopyId>
          ),
        },
        {
          head: t('list.actions'),
          kind: 'actions',
          cell: (workflow) => (
            <WorkflowActions workspace={workspace} workflow={workflow} isUsed={used.has(workflow.id)} />
          ),
        },
      ]}
    />
  );
}

interface WorkflowActionsProps {
  workspace: string;
  workflow: WorkflowRow;
  isUsed: boolean;
}

async function WorkflowActions({ workspace, workflow, isUsed }: WorkflowActionsProps) {
  const t = await getTranslations('console.workflows');
  const { id, name, archivedAt } = workflow;
  const button = { needs: 'workflows:write', variant: 'subtle', size: 'compact-sm' } as const;
  return (
    <div className="act-group">
      {!workflow.isDefault && !workflow.disabled && !archivedAt && (
        <ActButton
          {...button}
          label={t('list.makeDefault')}
          fullLabel={t('list.makeDefaultOf', { name })}
          action={makeDefault.bind(null, workspace, { id })}
          done={t('page.madeDefault', { name })}
        />
      )}
      {archivedAt && (
        <ActButton
          {...button}
          label={t('page.restore')}
          fullLabel={t('list.restoreOf', { name })}
          action={setArchived.bind(null, workspace, { id, archived: false })}
          done={t('page.restored', { name })}
        />
      )}
      {!isUsed && (
        <ConfirmButton
          {...button}
          label={t('page.delete')}
          fullLabel={t('list.deleteOf', { name })}
          title={t('page.deleteTitle', { name })}
          action={remove.bind(null, workspace, { id })}
          done={t('page.deleted', { name })}
        >
          {t('page.deleteText')}
        </ConfirmButton>
      )}
      {isUsed && !archivedAt && (
        <ConfirmButton
          {...button}
          label={t('page.archive')}
          fullLabel={t('list.archiveOf', { name })}
          title={t('page.archiveTitle', { name })}
          action={setArchived.bind(null, workspace, { id, archived: true })}
          done={t('page.archived', { name })}
        >
          {t('page.archiveText')}
        </ConfirmButton>
      )}
    </div>
  );
}
