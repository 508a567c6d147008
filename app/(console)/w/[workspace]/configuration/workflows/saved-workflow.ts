import 'server-only';

import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { foundBy, requireMember } from '#console/_session.ts';
import { listApiKeys } from '#lib/accounts/api-keys.ts';
import { listMembers } from '#lib/accounts/members.ts';
import type { Context } from '#lib/context.ts';
import { fetchWorkflow, type WorkflowRow } from '#lib/workflows/definitions.ts';
import { hideDefinitionSecrets } from '#lib/workflows/drafts.ts';
import { draftOf, type SavedWorkflow } from './editor/draft.ts';

/** The workflow with its secrets hidden. Cached, because the title and the page both need it. */
export const requireWorkflow = cache(async (workspace: string, id: string) => {
  const visit = await requireMember(workspace, 'workflows:read');
  const { ctx } = visit;
  const workflow = await foundBy(id, (uuid) => fetchWorkflow(ctx, uuid));
  return { ctx, workflow: hideDefinitionSecrets(workflow) };
});
export type FoundWorkflow = Awaited<ReturnType<typeof requireWorkflow>>;

/** The saved workflow as the editor's initial state. */
export const savedWorkflow = (row: WorkflowRow): SavedWorkflow => ({
  id: row.id,
  version: row.version,
  draft: draftOf(hideDefinitionSecrets(row)),
});

interface Author {
  src: string;
  srcId: string | null;
}

/** Names the author of a version: a person, an API key, or the command line. */
export async function authorNames(ctx: Context): Promise<(author: Author) => string> {
  const t = await getTranslations('console.workflows.versions');
  const people = new Map((await listMembers(ctx)).map(({ userId, name }) => [userId, name]));
  const keys = new Map((await listApiKeys(ctx)).map(({ id, name }) => [id, name]));
  return ({ src, srcId }) => {
    switch (src) {
      case 'user':
        return people.get(srcId ?? '') ?? t('someone');
      case 'api-key': {
        const name = keys.get(srcId ?? '');
        return name ? t('apiKey', { name }) : t('apiKeyUnknown');
      }
      default:
        return t('operator');
    }
  };
}
