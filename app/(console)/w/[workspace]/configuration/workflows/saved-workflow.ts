import 'server-only';

import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { foundBy, requireMember } from '#console/_session.ts';
import { listApiKeys } from '#lib/accounts/api-keys.ts';
import { listMembers } from '#lib/accounts/members.ts';
import type { Context } from '#lib/context.ts';
import { fetchVersion, fetchWorkflow, type WorkflowRow } from '#lib/workflows/definitions.ts';
import { hideDefinitionSecrets } from '#lib/workflows/drafts.ts';
import { type DraftRow, findDraft } from '#lib/workflows/workflow-draft.ts';
import { draftOf, type KeptDraft, type SavedWorkflow } from './editor/draft.ts';

/** The workflow with its secrets hidden. Cached, because the title and the page both need it. */
export const requireWorkflow = cache(async (workspace: string, id: string) => {
  const visit = await requireMember(workspace, 'workflows:read');
  const { ctx } = visit;
  const workflow = await foundBy(id, (uuid) => fetchWorkflow(ctx, uuid));
  return { ctx, workflow: hideDefinitionSecrets(workflow) };
});
export type FoundWorkflow = Awaited<ReturnType<typeof requireWorkflow>>;

/** The newest version and the draft, as the editor's initial state. */
export async function savedWorkflow(ctx: Context, row: WorkflowRow): Promise<SavedWorkflow> {
  const kept = await findDraft(ctx, row.id);
  return {
    id: row.id,
    version: row.version,
    draft: draftOf(hideDefinitionSecrets(row)),
    ...(kept ? { kept: await keptDraft(ctx, kept) } : {}),
  };
}

export async function keptDraft(ctx: Context, row: DraftRow): Promise<KeptDraft> {
  const nameOf = await authorNames(ctx);
  const { revision, baseVersion, updatedAt } = row;
  return {
    revision,
    baseVersion,
    by: nameOf(row),
    at: updatedAt,
    draft: draftOf(hideDefinitionSecrets(row)),
  };
}

/** Author of the newest version; undefined unless a person saved it. */
export async function authorOfNewest(ctx: Context, row: WorkflowRow) {
  const { src, srcId, createdAt } = await fetchVersion(ctx, row.id, row.version);
  const nameOf = await authorNames(ctx);
  return { by: src === 'user' && srcId ? nameOf({ src, srcId }) : undefined, at: createdAt };
}

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
