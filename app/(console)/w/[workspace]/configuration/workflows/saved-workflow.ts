import type { workflowResponse } from '#lib/workflows/workflow-response.ts';
import { type Draft, draftOf } from './editor/draft.ts';

/** What is saved, as the editor begins with it. */
export interface SavedWorkflow {
  id: string;
  version: number;
  draft: Draft;
}

export const savedWorkflow = (shown: ReturnType<typeof workflowResponse>): SavedWorkflow => ({
  id: shown.id,
  version: Number(shown.version),
  draft: draftOf(shown),
});
