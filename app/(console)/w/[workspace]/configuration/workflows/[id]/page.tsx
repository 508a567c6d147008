import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { providersResponse } from '#lib/workflows/workflow-response.ts';
import { WorkflowEditor } from '../editor/workflow-editor.tsx';
import { savedWorkflow } from '../saved-workflow.ts';
import { requireWorkflow } from './require-workflow.ts';
import { WorkflowHeader } from './workflow-header.tsx';
import '../workflows.css';

interface WorkflowProps {
  params: Promise<{ workspace: string; id: string }>;
}

export async function generateMetadata({ params }: WorkflowProps) {
  const { workspace, id } = await params;
  const { shown } = await requireWorkflow(workspace, id);
  return { title: shown.name };
}

export default async function Workflow({ params }: WorkflowProps) {
  const { workspace, id } = await params;
  const found = await requireWorkflow(workspace, id);
  const saved = savedWorkflow(found.shown);
  return (
    <>
      <WorkflowHeader found={found} part="editor" />
      <ClientTexts areas={['errors', 'workflows']}>
        <WorkflowEditor
          workspace={workspace}
          schema={found.shown.schema}
          providers={providersResponse().list}
          beginning={saved.draft}
          saved={saved}
        />
      </ClientTexts>
    </>
  );
}
