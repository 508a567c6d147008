import { getTranslations } from 'next-intl/server';
import { listWholeVersions } from '#lib/workflows/versions.ts';
import { requireWorkflow } from '../require-workflow.ts';
import { WorkflowHeader } from '../workflow-header.tsx';
import { VersionComparison } from './version-comparison.tsx';
import { VersionList } from './version-list.tsx';
import '#console/w/[workspace]/configuration/workflows/workflows.css';
import './versions.css';

interface VersionsProps {
  params: Promise<{ workspace: string; id: string }>;
  searchParams: Promise<{ version?: string | string[] }>;
}

export async function generateMetadata({ params }: VersionsProps) {
  const { workspace, id } = await params;
  const { workflow } = await requireWorkflow(workspace, id);
  const t = await getTranslations('console.workflows.versions');
  return { title: `${t('title')}: ${workflow.name}` };
}

export default async function Versions({ params, searchParams }: VersionsProps) {
  const { workspace, id } = await params;
  const found = await requireWorkflow(workspace, id);
  const { version } = await searchParams;
  const isOne = typeof version === 'string' && /^[1-9]\d{0,8}$/.test(version);
  return (
    <>
      <WorkflowHeader found={found} part="versions" />
      {isOne ? (
        <VersionComparison found={found} version={Number(version)} />
      ) : (
        <VersionList found={found} versions={await listWholeVersions(found.ctx, found.workflow.id)} />
      )}
    </>
  );
}
