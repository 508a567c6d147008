import 'server-only';

import { cache } from 'react';
import { foundBy, requireMember } from '#console/_session.ts';
import { fetchWorkflow, type WorkflowRow } from '#lib/workflows/definitions.ts';
import { hideDefinition } from '#lib/workflows/drafts.ts';
import { draftOf, type SavedWorkflow } from '../editor/draft.ts';

/** The workflow with its secrets hidden. Cached, because the title and the page both need it. */
export const requireWorkflow = cache(async (workspace: string, id: string) => {
  const visit = await requireMember(workspace, 'workflows:read');
  const { ctx } = visit;
  const workflow = await foundBy(id, (uuid) => fetchWorkflow(ctx, uuid));
  return { ctx, workflow: hideDefinition(workflow) };
});
export type FoundWorkflow = Awaited<ReturnType<typeof requireWorkflow>>;

/** The saved workflow as the editor's initial state. */
export const savedWorkflow = (row: WorkflowRow): SavedWorkflow => ({
  id: row.id,
  version: row.version,
  draft: draftOf(hideDefinition(row)),
});
