import 'server-only';

import { cache } from 'react';
import { foundBy, requireMember } from '#console/_session.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import type { Context } from '#lib/context.ts';
import { lastSubmission, type Submission } from '#lib/invoices/submissions.ts';
import { findRegistrationDetails, type RegistrationDetails } from '#lib/registrations/details.ts';
import { type EntryRow, fetchEntry } from '#lib/silo/entries.ts';

/** What the layout and the page below it ask for, once for each request. */
export const requireEntry = cache(async (workspaceSlug: string, id: string) => {
  const visit = await requireMember(workspaceSlug);
  return { ...visit, entry: await foundBy(id, (uuid) => fetchEntry(visit.ctx, uuid)) };
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
  return submission?.status === 'queued' || submission?.status === 'sending' ? 'being-issued' : undefined;
}

/** What a tab's page is given. */
export interface TabProps {
  params: Promise<{ workspace: string; id: string }>;
  searchParams: Promise<SearchParams>;
}
