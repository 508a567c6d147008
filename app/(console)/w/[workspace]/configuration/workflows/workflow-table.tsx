import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import type { WorkflowRow } from '#lib/workflows/definitions.ts';
import { warningsOf } from '#lib/workflows/placement.ts';
import { providers } from '#lib/workflows/providers.ts';
import { stepTitle } from './step-title.ts';

interface WorkflowTableProps {
  workspace: string;
  workflows: WorkflowRow[];
}

export async function WorkflowTable({ workspace, workflows }: WorkflowTableProps) {
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
