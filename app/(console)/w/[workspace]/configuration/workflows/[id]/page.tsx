import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { workflowNames } from '#console/w/[workspace]/configuration/workflows/workflow-name.ts';
import { describedProviders } from '#lib/workflows/providers.ts';
import { WorkflowEditor } from '../editor/workflow-editor.tsx';
import { requireWorkflow, savedWorkflow } from '../saved-workflow.ts';
import { WorkflowHeader } from './workflow-header.tsx';
import '../workflows.css';

interface WorkflowProps {
  params: Promise<{ workspace: string; id: string }>;
}

export async function generateMetadata({ params }: WorkflowProps) {
  const { workspace, id } = await params;
  const { workflow } = await requireWorkflow(workspace, id);
  return { title: (await workflowNames())(workflow.name) };
}

export default async function Workflow({ params }: WorkflowProps) {
  const { workspace, id } = await params;
  const found = await requireWorkflow(workspace, id);
  const saved = await savedWorkflow(found.ctx, found.workflow);
  return (
    <>
      <WorkflowHeader found={found} part="editor" />
      <ClientTexts areas={['errors', 'workflows']}>
        <WorkflowEditor
          workspace={workspace}
          schema={found.workflow.schema}
          providers={describedProviders()}
          initialDraft={saved.draft}
          saved={saved}
        />
      </ClientTexts>
    </>
  );
}
