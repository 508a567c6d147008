import 'server-only';

import { cache } from 'react';
import { foundBy, requireMember } from '#console/_session.ts';
import { fetchWorkflow, type WorkflowRow } from '#lib/workflows/definitions.ts';
import { hideDefinition } from '#lib/workflows/drafts.ts';
import { draftOf, type SavedWorkflow } from '../editor/draft.ts';

/** The workflow of an address, its secrets hidden; the title and the page ask once. */
export const requireWorkflow = cache(async (workspace: string, id: string) => {
  const visit = await requireMember(workspace, 'workflows:read');
  const { ctx } = visit;
  const workflow = await foundBy(id, (uuid) => fetchWorkflow(ctx, uuid));
  return { ctx, workflow: hideDefinition(workflow) };
});
export type FoundWorkflow = Awaited<ReturnType<typeof requireWorkflow>>;

/** What is saved, as the editor begins with it. */
export const savedWorkflow = (row: WorkflowRow): SavedWorkflow => ({
  id: row.id,
  version: row.version,
  draft: draftOf(hideDefinition(row)),
});
