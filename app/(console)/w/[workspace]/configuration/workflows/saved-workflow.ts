import type { WorkflowRow } from '#lib/workflows/definitions.ts';
import { hideDefinition } from '#lib/workflows/drafts.ts';
import { type Draft, draftOf } from './editor/draft.ts';

/** What is saved, as the editor begins with it. */
export interface SavedWorkflow {
  id: string;
  version: number;
  draft: Draft;
}

export const savedWorkflow = (row: WorkflowRow): SavedWorkflow => ({
  id: row.id,
  version: row.version,
  draft: draftOf(hideDefinition(row)),
});
