import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { providers } from '#lib/workflows/providers.ts';
import type { workflowResponse } from '#lib/workflows/workflow-response.ts';
import { stepTitle } from './step-title.ts';

interface WorkflowTableProps {
  workspace: string;
  workflows: ReturnType<typeof workflowResponse>[];
}

export async function WorkflowTable({ workspace, workflows }: WorkflowTableProps) {
  const t = await getTranslations('console.workflows');
  return (
    <table className="rows workflow-rows">
      <thead>
        <tr>
          <th scope="col">{t('list.name')}</th>
          <th scope="col">{t('list.steps')}</th>
          <th scope="col">{t('list.version')}</th>
          <th scope="col">{t('list.changed')}</th>
          <th scope="col">{t('list.id')}</th>
        </tr>
      </thead>
      <tbody>
        {workflows.map(({ id, name, disabled, steps, version, updated_at, warnings = [] }) => (
          <tr key={id}>
            <td>
              <Link href={workspacePath(workspace, `/configuration/workflows/${id}`)}>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
              </Link>{' '}
              {disabled && <Chip tone="quiet">{t('disabledBadge')}</Chip>}
              {warnings.length > 0 && (
                <Chip tone="wait">{t('list.warnings', { count: warnings.length })}</Chip>
              )}
            </td>
            <td data-label={t('list.steps')} className="step-names">
              {steps.map((step) => stepTitle(t, step, providers)).join(' → ')}
            </td>
            <td data-label={t('list.version')}>{version}</td>
            <td data-label={t('list.changed')}>
              <Moment at={new Date(updated_at)} />
            </td>
            <td data-label={t('list.id')}>
              <CopyId value={id} label={t('list.idOf', { name })}>
                <span title={id}>{id.slice(0, 8)}…</span>
              </CopyId>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
