import 'server-only';

import { redirect } from 'next/navigation';
import { cache } from 'react';
import { foundBy, requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { findLatestSubmission, openStatuses, type Submission } from '#lib/invoices/submissions.ts';
import { findRegistrationDetails, type RegistrationDetails } from '#lib/registrations/details.ts';
import { isPermitted, type Permission } from '#lib/roles.ts';
import { type EntryRow, fetchEntry } from '#lib/silo/entries.ts';
import { listJobs } from '#lib/workflows/job-list.ts';

/**
 * The entry for a layout and its page, read once per request. The job is read before the entry: if the job
 * has ended, the entry is in its final state and the page needs no refresh.
 */
export async function requireEntry(workspaceSlug: string, id: string, permission?: Permission) {
  await requireMember(workspaceSlug, permission);
  return foundEntry(workspaceSlug, id);
}

const foundEntry = cache(async (workspaceSlug: string, id: string) => {
  const visit = await requireMember(workspaceSlug);
  const found = await foundBy(id, async (uuid) => {
    const [newestJob] = isPermitted(visit.ctx, 'jobs:read')
      ? await listJobs(visit.ctx, { entryId: uuid, limit: 1 })
      : [];
    return { newestJob, entry: await fetchEntry(visit.ctx, uuid) };
  }).catch((error: unknown) => {
    if (!(error instanceof AltaError && error.code === 'entry-erased')) throw error;
    // Only the activity of an erased entry remains.
    redirect(workspacePath(visit.ctx.workspace.slug, `/activity?about=${id}`));
  });
  return { ...visit, ...found };
});

/** Registration of a supplier, read once per request; undefined if there is none. */
export const detailsOf = cache(
  async (ctx: Context, { id, folder }: EntryRow): Promise<RegistrationDetails | undefined> =>
    folder === 'suppliers' ? findRegistrationDetails(ctx, id) : undefined,
);

/**
 * Last submission of an invoice, read once per request; undefined if it was never sent, and for other
 * entries.
 */
export const submissionOf = cache(
  async (ctx: Context, { id, folder }: EntryRow): Promise<Submission | undefined> =>
    folder === 'invoices' ? findLatestSubmission(ctx, id) : undefined,
);

/** Why a document can no longer be changed, with the codes of `changeDocument`. */
export type Lock = 'already-issued' | 'being-issued' | 'entry-closed';

export function lockedBy(
  { closedAt }: Pick<EntryRow, 'closedAt'>,
  submission: Submission | undefined,
): Lock | undefined {
  if (submission?.status === 'authorised') return 'already-issued';
  if (submission && openStatuses.includes(submission.status)) return 'being-issued';
  return closedAt ? 'entry-closed' : undefined;
}

export interface TabProps {
  params: Promise<{ workspace: string; id: string }>;
  searchParams: Promise<SearchParams>;
}
