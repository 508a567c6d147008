import 'server-only';

import { redirect } from 'next/navigation';
import { cache } from 'react';
import { foundBy, requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { lastSubmission, onTheirWay, type Submission } from '#lib/invoices/submissions.ts';
import { findRegistrationDetails, type RegistrationDetails } from '#lib/registrations/details.ts';
import { isPermitted, type Permission } from '#lib/roles.ts';
import { type EntryRow, fetchEntry } from '#lib/silo/entries.ts';
import { listJobs } from '#lib/workflows/job-list.ts';

/**
 * What the layout and the page below it ask for, once for each request. The job is read before the entry: when it has
 * ended, the entry is as it left it, and the page need not be drawn anew.
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
    // There is nothing of it to show but what was done, and by whom it was erased.
    redirect(workspacePath(visit.ctx.workspace.slug, `/activity?about=${id}`));
  });
  return { ...visit, ...found };
});

/** Where a supplier stands in its registration, once for each request; undefined before there is one. */
export const detailsOf = cache(
  async (ctx: Context, { id, folder }: EntryRow): Promise<RegistrationDetails | undefined> =>
    folder === 'suppliers' ? findRegistrationDetails(ctx, id) : undefined,
);

/** An invoice's way to the authority, once for each request; undefined before it was sent, and of what is none. */
export const submissionOf = cache(
  async (ctx: Context, { id, folder }: EntryRow): Promise<Submission | undefined> =>
    folder === 'invoices' ? lastSubmission(ctx, id) : undefined,
);

/** Why an invoice can not be changed any more, as `changeDocument` says it. */
export function lockedBy(submission: Submission | undefined): 'already-issued' | 'being-issued' | undefined {
  if (submission?.status === 'authorised') return 'already-issued';
  return submission && onTheirWay.includes(submission.status) ? 'being-issued' : undefined;
}

/** What a tab's page is given. */
export interface TabProps {
  params: Promise<{ workspace: string; id: string }>;
  searchParams: Promise<SearchParams>;
}
